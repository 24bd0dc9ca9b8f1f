/**
 * Finds the browser for the tests: Debian's headless shell, which needs half of the processor time, or else an installed Chrome or Chromium,
 * or else Playwright's, installed on demand.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const installedApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Without these flags Chromium contacts Google at each start, and looks for a graphics card. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
]

/**
 * The path of the browser. Throws one line that says what to install. `whole`: for what the headless shell has not: windows, PDFs, apps that
 * are installed.
 */
export function findChromium(kind: 'shell' | 'whole' = 'shell'): string {
  const found = chromiumOnThisMachine(kind === 'shell' ? [shell, ...names] : names)
  if (found !== undefined) return found
  spawnSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('No Chrome or Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
}

function chromiumOnThisMachine(searched: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = searched.flatMap((name) => folders.map((folder) => join(folder, name)))
  const candidates = [process.env['CHROMIUM_PATH'], ...onPath, ...installedApplications, chromium.executablePath()]
  return candidates.find((path): path is string => path !== undefined && existsSync(path))
}
