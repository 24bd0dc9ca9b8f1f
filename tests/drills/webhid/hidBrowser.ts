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
  readonly stop: () => Promise<void>
}

export async function startHidBrowser(): Promise<HidBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-webhid-'))
  const library = join(folder, 'udev.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, ...sources], { stdio: ['ignore', 'ignore', 'inherit'] })
  const busFolder = join(folder, 'bus')
  await mkdir(busFolder)
  const bus = await openHidBus(busFolder)
  const screen = await startScreen()
  const { context, close } = await startOrdinaryBrowser(['--window-size=1300,950', '--lang=en'], {
    DISPLAY: screen.display,
    LANGUAGE: 'en',
    LD_PRELOAD: library,
    HID_BUS: busFolder,
  })
  const [page] = context.pages()
  if (page === undefined) throw new Error('the browser has no page')
  return {
    page,
    bus,
    screen,
    stop: async () => {
      await bus.close()
      await close()
      screen.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
