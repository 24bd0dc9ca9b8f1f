/** An ordinary Chromium on a screen of its own, to which the devices of a HID bus are plugged in. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startOrdinaryBrowser } from '../../bench/ordinaryBrowser.ts'
import { type HidBus, openHidBus } from './hidBus.ts'
import { startScreen, type VirtualScreen } from './screen.ts'

const sources = ['udev.c', 'node.c'].map((file) => join(import.meta.dirname, file))

export type HidBrowser = {
  readonly page: Page
  readonly bus: HidBus
  readonly screen: VirtualScreen
  /** Another browser of the same computer, on a screen of its own: the same devices are plugged in there. */
  readonly openOther: (preferences?: object) => Promise<Pick<HidBrowser, 'page' | 'screen' | 'stop'>>
  readonly stop: () => Promise<void>
}

export async function startHidBrowser(): Promise<HidBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-webhid-'))
  const library = join(folder, 'udev.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, ...sources], { stdio: ['ignore', 'ignore', 'inherit'] })
  const busFolder = join(folder, 'bus')
  await mkdir(busFolder)
  const bus = await openHidBus(busFolder)

  async function open(preferences: object | null = null): Promise<Pick<HidBrowser, 'page' | 'screen' | 'stop'>> {
    const screen = await startScreen()
    const env = { DISPLAY: screen.display, LANGUAGE: 'en', LD_PRELOAD: library, HID_BUS: busFolder }
    const { context, close } = await startOrdinaryBrowser(['--window-size=1300,950', '--lang=en'], env, preferences)
    const [page] = context.pages()
    if (page === undefined) throw new Error('the browser has no page')
    const stop = async () => {
      await close()
      screen.stop()
    }
    return { page, screen, stop }
  }

  const { page, screen, stop } = await open()
  return {
    page,
    bus,
    screen,
    openOther: open,
    stop: async () => {
      await bus.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
