/** Staff's lists in the browser: what the first one costs to load, and how "see everything" scrolls over 100,000 rows. Needs the build. */
import type { Page } from 'playwright'
import type { UserRow } from '../../src/contract/userStaff.ts'
import { countLoaded } from './loadedBytes.ts'
import { signInAtProfile } from './signInAtProfile.ts'
import { withBuiltApp } from './withBuiltApp.ts'

const rowCount = 100_000
const scrollSeconds = 10

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

/** The server's rows are made up here, so that 100,000 of them are there at once; all else is the real one. */
async function scrollEverything(page: Page, url: string) {
  await page.route('**/backend/user/getB122TableResults', async (route) => {
    const form = route.request().postData() ?? ''
    const field = (name: string) => Number(new RegExp(`name="${name}"\\r\\n\\r\\n(\\d+)`).exec(form)?.[1] ?? 1)
    const perPage = field('perPage')
    const first = (field('currentPage') - 1) * perPage
    const items = Array.from({ length: Math.min(perPage, rowCount - first) }, (_, index) => rowAt(first + index))
    await route.fulfill({ json: { items, totalRows: rowCount } })
  })
  await page.goto(`${url}/user/index?perPage=2147483647`)
  await page.getByRole('link', { name: 'Name 3', exact: true }).waitFor()
  // What the compiler of this script puts around named functions is not in the page.
  await page.evaluate('globalThis.__name = (named) => named')
  const blankMs = await page.getByRole('region', { name: 'Users' }).evaluate(scrollOver, scrollSeconds * 1000)
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return { blankMs, heapMegabytes: usedSize / 1e6 }
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

function rowAt(index: number): UserRow {
  const id = rowCount - index
  const phones = { phoneNumber: '612345678', phoneInternational: '+33 6 12 34 56 78' }
  const about = { ...phones, country: 'FR', subscriptionName: null, nbProductUpdates: 3 }
  const state = { accountLocked: false, accountValidated: true, isBetaTester: false, isDeleted: false }
  const rights = { mayEdit: true, mayRemove: true }
  return { id, firstname: `Name ${index}`, lastname: 'Field', username: `user${id}@example.com`, ...about, ...state, ...rights }
}
