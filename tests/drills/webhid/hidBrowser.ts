/** An unchanged Chromium on a screen of its own, with the devices of a HID bus. As in tests/bench/ordinaryBrowser.ts, no page is told that it has the focus. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../../support/chromium.ts'
import { type HidBus, openHidBus } from './hidBus.ts'
import { startScreen, type VirtualScreen } from './screen.ts'

const sources = ['udev.c', 'node.c'].map((file) => join(import.meta.dirname, file))

export type HidBrowser = {
  readonly page: Page
  readonly bus: HidBus
  readonly screen: VirtualScreen
  readonly stop: () => Promise<void>
}

/** `folder` is temporary and exists. */
export async function startHidBrowser(folder: string): Promise<HidBrowser> {
  const library = join(folder, 'udev.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, ...sources], { stdio: ['ignore', 'ignore', 'inherit'] })
  const busFolder = join(folder, 'bus')
  await mkdir(busFolder)
  const bus = await openHidBus(busFolder)
  const screen = await startScreen()
  const profile = join(folder, 'profile')
  const child = spawn(
    findChromium(),
    [...chromiumArgs, '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1300,950', '--lang=en', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DISPLAY: screen.display, LANGUAGE: 'en', LD_PRELOAD: library, HID_BUS: busFolder },
    },
  )
  const browser = await chromium.connectOverCDP(await debuggingAddress(child.stderr), { noDefaults: true })
  const [page] = browser.contexts()[0]?.pages() ?? []
  if (page === undefined) throw new Error('the browser has no page')
  return {
    page,
    bus,
    screen,
    stop: async () => {
      await bus.close()
      await browser.close()
      child.kill()
      screen.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** The browser prints it when it is ready. Errors of the desktop's services, which are absent, are not shown. */
async function debuggingAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:.+)$/.exec(line)?.[1]
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error('the browser did not start')
}
