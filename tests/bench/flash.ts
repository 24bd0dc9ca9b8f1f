/**
 * How much the way through relay and worker adds to an update, in a visible and in a hidden page. Update and bare loop take turns, and the
 * fastest of several is taken of each: what else the machine does can only slow them.
 */
import type { BrowserContext, Page } from 'playwright'
import type { FlashTimes } from './flashPage.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'
import { buildPage } from '../support/buildPage.ts'
import { serveFolder } from '../support/serveFolder.ts'

const imageBytes = 256 * 1024
const linkMs = 2
const turns = 3
/** A page that is really hidden fires a timer of 20 ms about once a second. */
const hiddenTimerAtLeastMs = 300

export async function measureFlash() {
  const { folder, dispose } = await buildPage('tests/bench/flash.html')
  const site = await serveFolder(folder)
  const { context, close } = await startOrdinaryBrowser()
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw error
    })
    await page.goto(`${site.url}/flash.html`)
    await page.waitForFunction(() => 'flashBench' in window)

    const noDelay = await compare(page, 0)
    const visible = await compare(page, linkMs)
    await hide(context, page)
    const hidden = await compare(page, linkMs)
    await expectHidden(page)
    return {
      ratio: visible.programmingMs / visible.bareMs,
      ratioHidden: hidden.programmingMs / hidden.bareMs,
      overheadUs: ((noDelay.programmingMs - noDelay.bareMs) * 1000) / noDelay.chunks,
      wholeSeconds: visible.wholeMs / 1000,
      wholeHiddenSeconds: hidden.wholeMs / 1000,
    }
  } finally {
    await close()
    site.close()
    await dispose()
  }
}

type Comparison = FlashTimes & { readonly bareMs: number }

async function compare(page: Page, latencyMs: number): Promise<Comparison> {
  const updates: FlashTimes[] = []
  const bareLoops: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const times = await page.evaluate(([latency, bytes]) => window.flashBench.update(latency, bytes), [latencyMs, imageBytes] as const)
    updates.push(times)
    bareLoops.push(
      await page.evaluate(([latency, count]) => window.flashBench.bareLoop(latency, count), [latencyMs, times.chunks] as const),
    )
  }
  return {
    wholeMs: Math.min(...updates.map(({ wholeMs }) => wholeMs)),
    programmingMs: Math.min(...updates.map(({ programmingMs }) => programmingMs)),
    chunks: updates[0]?.chunks ?? 0,
    bareMs: Math.min(...bareLoops),
  }
}

/** Puts another tab in front. */
async function hide(context: BrowserContext, page: Page): Promise<void> {
  const other = await context.newPage()
  await other.bringToFront()
  await page.waitForFunction(() => document.visibilityState === 'hidden', undefined, { polling: 100, timeout: 10_000 })
}

async function expectHidden(page: Page): Promise<void> {
  const seen = await page.evaluate(async () => {
    const startedAtMs = performance.now()
    for (let tick = 0; tick < 3; tick += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
    return { state: document.visibilityState, tickMs: (performance.now() - startedAtMs) / 3 }
  })
  if (seen.state !== 'hidden') throw new Error(`the page was ${seen.state} where it should have been hidden`)
  if (seen.tickMs < hiddenTimerAtLeastMs) throw new Error(`a hidden page's timer of 20 ms took ${seen.tickMs} ms: it was not slowed`)
}
