/** An ordinary Chromium on a screen of its own, to which the devices of a HID bus are plugged in. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startOrdinaryBrowser } from '../../bench/ordinaryBrowser.ts'
import { endTree, treeOf } from '../endWithProcess.ts'
import { type HidBus, openHidBus } from './hidBus.ts'
import { startScreen, type VirtualScreen } from './screen.ts'

const libraries = { 'hid.so': ['udev.c', 'node.c'], 'clock.so': ['clock.c'] } as const

type Settings = {
  /** As Chromium keeps them in a profile. */
  readonly preferences?: object
  /** The profile of one that was killed. */
  readonly kept?: string
  /** How far its clock is ahead of the server's. */
  readonly aheadSeconds?: number
}

export type OpenBrowser = {
  readonly page: Page
  readonly screen: VirtualScreen
  readonly profile: string
  /** All processes that it has now. */
  readonly pids: () => readonly number[]
  /** As `kill -9`: nothing is saved any more. Its profile stays. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
}

/** Its `stop` stops the others too. */
export type HidBrowser = OpenBrowser & {
  readonly bus: HidBus
  /** Another browser, on a screen of its own: the same devices are plugged in there. */
  readonly openOther: (settings?: Settings) => Promise<OpenBrowser>
}

export async function startHidBrowser(): Promise<HidBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-webhid-'))
  for (const [library, sources] of Object.entries(libraries)) {
    const files = sources.map((file) => join(import.meta.dirname, file))
    execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', join(folder, library), ...files], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const busFolder = join(folder, 'bus')
  await mkdir(busFolder)
  const bus = await openHidBus(busFolder)

  const opened: OpenBrowser[] = []
  async function open({ preferences, kept, aheadSeconds = 0 }: Settings = {}): Promise<OpenBrowser> {
    const screen = await startScreen()
    // Each look at a clock takes longer with the second one.
    const loaded = aheadSeconds === 0 ? ['hid.so'] : ['hid.so', 'clock.so']
    const env = {
      DISPLAY: screen.display,
      LANGUAGE: 'en',
      LD_PRELOAD: loaded.map((library) => join(folder, library)).join(':'),
      HID_BUS: busFolder,
      CLOCK_AHEAD_SECONDS: String(aheadSeconds),
    }
    // The question of a browser that was killed would keep the focus from the page.
    const args = ['--window-size=1300,950', '--lang=en', '--hide-crash-restore-bubble']
    const { context, pid, profile, close } = await startOrdinaryBrowser(args, env, { preferences, kept })
    const [page] = context.pages()
    if (page === undefined) throw new Error('the browser has no page')
    const stop = async () => {
      await close()
      screen.stop()
    }
    const one = { page, screen, profile, pids: () => treeOf(pid), kill: () => endTree(pid), stop }
    opened.push(one)
    return one
  }

  const first = await open()
  return {
    ...first,
    bus,
    openOther: open,
    stop: async () => {
      await bus.close()
      // The later one of two with the same profile has it still.
      for (const one of opened.toReversed()) await one.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
