/** Finds the browser for the tests: an installed Chrome or Chromium, or else Playwright's, installed on demand. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

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

/** The path of the browser. Throws one line that says what to install. */
export function findChromium(): string {
  const found = chromiumOnThisMachine()
  if (found !== undefined) return found
  spawnSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('No Chrome or Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
}

function chromiumOnThisMachine(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [process.env['CHROMIUM_PATH'], ...onPath, ...installedApplications, chromium.executablePath()]
  return candidates.find((path): path is string => path !== undefined && existsSync(path))
}
