/**
 * A browser as a customer runs it. Playwright launches browsers that tell every page it is in front and never slow a hidden one; a browser
 * started by ourselves and joined with `noDefaults` does neither.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

export type OrdinaryBrowser = {
  readonly context: BrowserContext
  readonly debuggingPort: number
  readonly pid: number
  /** Its folder, which goes when it is closed. */
  readonly profile: string
  readonly close: () => Promise<void>
}

/** Without a screen of its own by default. `preferences`: as Chromium keeps them in a profile. `kept`: the profile of one that was killed. */
export async function startOrdinaryBrowser(
  args: readonly string[] = ['--headless=new'],
  env: Readonly<Record<string, string>> = {},
  { preferences, kept }: { readonly preferences?: object | undefined; readonly kept?: string | undefined } = {},
): Promise<OrdinaryBrowser> {
  const profile = kept ?? (await mkdtemp(join(tmpdir(), 'fieldport-browser-')))
  if (preferences !== undefined) {
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  }
  const child = spawn(
    findChromium('whole'),
    [...chromiumArgs, ...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  )
  const exited = once(child, 'exit')
  const address = await debuggingAddress(child.stderr)
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const [context] = browser.contexts()
  if (context === undefined || child.pid === undefined) throw new Error('the browser has no window')
  return {
    context,
    debuggingPort: Number(new URL(address).port),
    pid: child.pid,
    profile,
    close: async () => {
      await browser.close()
      child.kill()
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** The browser prints it when it is ready. Errors of the desktop's services, which may be absent, are not shown. */
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
