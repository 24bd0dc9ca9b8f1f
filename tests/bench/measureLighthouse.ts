/**
 * What Lighthouse gives the last build: its sign-in page on a first visit, and the equipment of a customer who has signed in there, so that
 * the app's code is on their machine; to compare, also without that. On a slow phone, which is its default, and on a desktop computer.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startBuiltServer } from '../support/builtServer.ts'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { median } from './averages.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'
import { signInAtProfile } from './signInAtProfile.ts'

const run = promisify(execFile)

/**
 * Fetched when it is needed, and no development package: its packages ask for others at "latest", which a lock file without addresses cannot
 * hold (`npm ci` would fail on the day one of those is published). Version 12, so that its figures compare
 * with those before.
 */
const lighthouse = 'lighthouse@12.8.2'
const turns = 5
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Machine = 'phone' | 'desktop'

/** What is read of Lighthouse's report in JSON. */
type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null; readonly auditRefs: readonly AuditRef[] }>>
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly displayValue?: string }>>
}
type AuditRef = { readonly id: string; readonly weight: number }

export type LighthouseScores = {
  /** From 0 to 100, each the median of several runs. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>
  /** What keeps the last run from 100: the audit's id, its score from 0 to 1, and its value. */
  readonly findings: readonly string[]
}

export async function measureLighthouse(machine: Machine) {
  const server = await startBuiltServer()
  const { context, debuggingPort, close } = await startOrdinaryBrowser()
  try {
    const page = await context.newPage()
    await signInAtProfile(page, server.url, 'customer@example.com')
    // Everything is kept once it is ready.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto('about:blank')
    const devTools = await context.newCDPSession(page)
    /** As on a first visit, but signed in: the local storage stays. */
    async function forgetVisits(): Promise<void> {
      await devTools.send('Network.clearBrowserCache')
      const storageTypes = 'indexeddb,cache_storage,service_workers'
      await devTools.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes })
    }
    const auditEquipment = () => audit(`${server.url}/productUpdate/index`, machine, [`--port=${debuggingPort}`, '--disable-storage-reset'])
    return {
      signIn: await measure(() => audit(`${server.url}/login`, machine, ownBrowser)),
      equipment: await measure(auditEquipment),
      equipmentAnew: await measure(async () => {
        await forgetVisits()
        return auditEquipment()
      }),
    }
  } finally {
    await close()
    await server.dispose()
  }
}

async function measure(auditOnce: () => Promise<Report>): Promise<LighthouseScores> {
  const reports: Report[] = []
  for (let turn = 0; turn < turns; turn += 1) reports.push(await auditOnce())
  const score = (category: string) => median(reports.map((report) => 100 * (report.categories[category]?.score ?? Number.NaN)))
  return {
    scores: { performance: score('performance'), accessibility: score('accessibility'), 'best-practices': score('best-practices') },
    findings: reports.slice(-1).flatMap(findingsOf),
  }
}

/** A new one for each run. */
const ownBrowser = [`--chrome-flags=${['--headless=new', ...chromiumArgs].join(' ')}`]

/** Fails where Lighthouse could not measure, which its exit code says. `browser`: the options that say where the page is opened. */
async function audit(url: string, machine: Machine, browser: readonly string[]): Promise<Report> {
  const options = [
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join(',')}`,
    ...browser,
    ...(machine === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const { stdout } = await run('npx', ['--yes', lighthouse, url, ...options], {
    env: { ...process.env, CHROME_PATH: findChromium('whole') },
    maxBuffer: 64 * 1024 * 1024,
  })
  // Lighthouse's own shape.
  return JSON.parse(stdout) as Report
}

/** Of performance only the audits with a weight: the others explain them. */
function findingsOf(report: Report): string[] {
  return categories.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, displayValue = '' } = report.audits[id] ?? {}
      const isShown = weight > 0 || category !== 'performance'
      return isShown && score !== null && score < 1 ? [`${id} ${score} ${displayValue}`.trim()] : []
    }),
  )
}
