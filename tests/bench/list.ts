/** Staff's lists in the browser: what the first one costs to load, and how "see everything" scrolls over 100,000 rows. Needs the build. */
import type { Page } from 'playwright'
import type { UserRow } from '../../src/contract/userStaff.ts'
import { median } from './averages.ts'
import { countLoaded } from './loadedBytes.ts'
import { signInAtProfile } from './signInAtProfile.ts'
import { withBuiltApp } from './withBuiltApp.ts'

const rowCount = 100_000
const scrollSeconds = 10
/** Each on the page loaded anew: the first rows scrolled over take longest. */
const turns = 3
/** What a near server takes for such an answer. */
const answerMs = 50

/** `javaScriptBytes`: what the list of products loads beyond the shell, gzipped. `blankMs`: the longest time without a row in sight. */
export function measureList() {
  return withBuiltApp(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInAtProfile(page, url)
    const loadedBytes = countLoaded(page, /\.js$/)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('table').waitFor()
    const javaScriptBytes = await loadedBytes()
    return { javaScriptBytes, ...(await scrollEverything(page, url)) }
  })
}

/**
 * The rows are made up, so that 100,000 of them are there at once, and in the page: what a request costs when it goes through the measuring
 * process is more than what the list costs, and differs from run to run.
 */
async function scrollEverything(page: Page, url: string) {
  await page.addInitScript(answerRows, { rowCount, answerMs })
  const blankTimes: number[] = []
  while (blankTimes.length < turns) {
    await page.goto(`${url}/user/index?perPage=2147483647`)
    await page.getByRole('link', { name: 'Name 3', exact: true }).waitFor()
    blankTimes.push(await page.getByRole('region', { name: 'Users' }).evaluate(scrollOver, scrollSeconds * 1000))
  }
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return { blankMs: median(blankTimes), heapMegabytes: usedSize / 1e6 }
}

/** Runs in the page. From top to bottom at one speed, then by leaps; gives the longest time in which no row could be read. */
async function scrollOver(frame: Element, durationMs: number): Promise<number> {
  const isBlank = () => {
    const { top, bottom } = frame.getBoundingClientRect()
    const links = [...frame.querySelectorAll('[data-row-link]')].map((link) => link.getBoundingClientRect())
    return !links.some((link) => link.top >= top && link.bottom <= bottom)
  }
  let longest = 0
  let blankSince: number | null = null
  const look = (now: number) => {
    blankSince = isBlank() ? (blankSince ?? now) : null
    if (blankSince !== null) longest = Math.max(longest, now - blankSince)
  }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this function alone is sent to the page
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const startedAt = await nextFrame()
  for (let now = startedAt; now - startedAt < durationMs; now = await nextFrame()) {
    frame.scrollTop = ((now - startedAt) / durationMs) * frame.scrollHeight
    look(now)
  }
  for (const share of [0.5, 0.1, 0.9, 0, 1]) {
    frame.scrollTop = share * frame.scrollHeight
    const until = (await nextFrame()) + 1000
    for (let now = await nextFrame(); now < until; now = await nextFrame()) look(now)
  }
  return longest
}

/** Runs in the page. */
function answerRows(made: { readonly rowCount: number; readonly answerMs: number }): void {
  const { fetch: ask } = globalThis
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/user/getB122TableResults')) return ask(request)
    const body = await request.formData()
    const perPage = Number(body.get('perPage'))
    const first = (Number(body.get('currentPage')) - 1) * perPage
    await new Promise((resolve) => setTimeout(resolve, made.answerMs))
    const items = Array.from({ length: Math.min(perPage, made.rowCount - first) }, (_, index) => rowAt(first + index))
    return Response.json({ items, totalRows: made.rowCount })
  }

  function rowAt(index: number): UserRow {
    const id = made.rowCount - index
    const phones = { phoneNumber: '612345678', phoneInternational: '+33 6 12 34 56 78' }
    const about = { ...phones, country: 'FR', subscriptionName: null, nbProductUpdates: 3 }
    const state = { accountLocked: false, accountValidated: true, isBetaTester: false, isDeleted: false }
    const rights = { mayEdit: true, mayRemove: true }
    return { id, firstname: `Name ${index}`, lastname: 'Field', username: `user${id}@example.com`, ...about, ...state, ...rights }
  }
}
