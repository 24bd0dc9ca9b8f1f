/** What Lighthouse gives the sign-in page of the last build: on a slow phone, which is its default, and on a desktop computer. */
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig, type Config, type Result } from 'lighthouse'
import { startBuiltServer } from '../support/builtServer.ts'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { median } from './median.ts'

const turns = 5
const categories = ['performance', 'accessibility', 'best-practices'] as const

export type LighthouseScores = {
  /** From 0 to 100, each the median of several runs. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>
  /** What keeps the last run from 100: the audit's id, its score from 0 to 1, and its value. */
  readonly findings: readonly string[]
}

export async function measureLighthouse(machine: 'phone' | 'desktop'): Promise<LighthouseScores> {
  const config = machine === 'desktop' ? desktopConfig : undefined
  const server = await startBuiltServer()
  try {
    const results: Result[] = []
    for (let turn = 0; turn < turns; turn += 1) results.push(await audit(`${server.url}/login`, config))
    const score = (category: string) => median(results.map((result) => 100 * (result.categories[category]?.score ?? Number.NaN)))
    return {
      scores: { performance: score('performance'), accessibility: score('accessibility'), 'best-practices': score('best-practices') },
      findings: results.slice(-1).flatMap(findingsOf),
    }
  } finally {
    await server.dispose()
  }
}

async function audit(url: string, config: Config | undefined): Promise<Result> {
  const browser = await launch({ chromePath: findChromium(), chromeFlags: ['--headless=new', ...chromiumArgs] })
  try {
    const run = await lighthouse(url, { port: browser.port, onlyCategories: [...categories], logLevel: 'error' }, config)
    if (run === undefined || run.lhr.runtimeError !== undefined)
      throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
    return run.lhr
  } finally {
    browser.kill()
  }
}

/** Audits without weight only explain those that have one. */
function findingsOf({ categories: scored, audits }: Result): string[] {
  return categories.flatMap((category) =>
    (scored[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, displayValue = '' } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 1 ? [`${id} ${score} ${displayValue}`.trim()] : []
    }),
  )
}
