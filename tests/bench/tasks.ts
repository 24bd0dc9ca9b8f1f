/**
 * `npm run bench:tasks`: what staff do most, among 100,000 customers (`--users N`) on the embedded database, by mouse and by keyboard, with
 * the last build. Prints clicks, keys (a text counts as one, typed or pasted) and seconds of each task. The seconds are the portal's own: a
 * person also reads and aims.
 */
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Locator, Page } from 'playwright'
import { startBuiltServer } from '../support/builtServer.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'
import { createSend, sendJson, signIn } from './capacityClient.ts'
import { signInAtProfile } from './signInAtProfile.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } })

/** The number of the demo's Marc Delaunay, as people say and write it. */
const spokenNumbers = ['06 39 98 00 04', '+33 6 39 98 00 04', '+33 (0)6 39 98 00 04', '0033639980004', '639980004', '06.39.98.00.04']
const customer = 'Marc Delaunay'
/** The id of Nadia Ferrand, the demo's back office, and what she changes. */
const colleague = 3
const changedProduct = 'WS6 Tasks'
const testersCount = 200
const theirChanges = 'What they changed'

/** A task: where it begins, what is done, and what is seen at its end. */
type Task = {
  readonly path: string
  readonly isReady: (page: Page) => Locator
  readonly steps: (hand: Hand, page: Page) => Promise<void>
}
type Hand = ReturnType<typeof handOn>

const server = await startBuiltServer({ LOG_LEVEL: 'error', DEMO: 'true' })
const send = createSend(server.url)
const browser = await startOrdinaryBrowser()
try {
  await seed()
  await changeProduct()
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: 1280, height: 720 })
  await signInAtProfile(page, server.url)
  for (const spoken of spokenNumbers) {
    await measure(page, `call "${spoken}", by mouse`, callByMouse(spoken))
    await measure(page, `call "${spoken}", by keyboard`, callByKeyboard(spoken))
  }
  await measure(
    page,
    'what a colleague changed last week, by mouse',
    colleagueTask(byMouse, (hand, shown) => hand.click(shown.getByRole('link', { name: theirChanges }))),
  )
  await measure(page, 'what a colleague changed last week, by keyboard', colleagueTask(byKeyboard, openChangesByKeyboard))
  await measure(
    page,
    `${testersCount} testers, by mouse`,
    testersTask(await addressesOf(0), byMouse, (hand, shown) => hand.click(pasteButton(shown))),
  )
  await measure(
    page,
    `${testersCount} testers, by keyboard`,
    testersTask(await addressesOf(1), byKeyboard, (hand, shown) => chooseInPalette(hand, shown, 'Paste addresses')),
  )
} finally {
  await browser.close()
  await server.dispose()
}

async function seed(): Promise<void> {
  await server.stop()
  const environment = { ...process.env, DATA_DIR: server.dataDir, DEMO: 'true' }
  const { status } = spawnSync('npm', ['run', 'seed', '--', '--users', values.users], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('the customers were not added')
  await server.start()
}

async function measure(page: Page, name: string, { path, isReady, steps }: Task): Promise<void> {
  await page.goto(server.url + path)
  await isReady(page).waitFor()
  const hand = handOn(page)
  const startedAt = performance.now()
  await steps(hand, page)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`tasks.${name}: ${hand.clicks()} clicks, ${hand.keys()} keys, ${seconds.toFixed(1)} s`)
}

function handOn(page: Page) {
  let clicks = 0
  let keys = 0
  return {
    clicks: () => clicks,
    keys: () => keys,
    async click(what: Locator) {
      clicks += 1
      await what.click()
    },
    async press(...pressed: readonly string[]) {
      for (const key of pressed) {
        keys += 1
        await page.keyboard.press(key)
      }
    },
    /** Into what has the focus. */
    async type(text: string) {
      keys += 1
      await page.keyboard.insertText(text)
    },
    /** Until this has the focus. */
    async tabTo(what: Locator) {
      await what.waitFor()
      for (let tabs = 0; tabs < 100; tabs += 1) {
        if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return
        keys += 1
        await page.keyboard.press('Tab')
      }
      throw new Error('the focus does not come there')
    },
  }
}

function palette(page: Page): Locator {
  return page.getByRole('button', { name: 'Find anything' })
}

function callTask(spoken: string, steps: Task['steps'], choose: (hand: Hand, found: Locator) => Promise<void>): Task {
  return {
    path: '/dashboard/index',
    isReady: palette,
    async steps(hand, page) {
      await steps(hand, page)
      await page.getByRole('combobox', { name: 'Find anything' }).waitFor()
      await hand.type(spoken)
      const found = page.getByRole('option', { name: customer }).first()
      await found.waitFor()
      await choose(hand, found)
      await page.getByRole('heading', { level: 1, name: customer }).waitFor()
      await page.getByText('Last updates').first().waitFor()
    },
  }
}

function callByMouse(spoken: string): Task {
  return callTask(
    spoken,
    (hand, page) => hand.click(palette(page)),
    (hand, found) => hand.click(found),
  )
}

function callByKeyboard(spoken: string): Task {
  return callTask(
    spoken,
    (hand) => hand.press('Control+k'),
    (hand) => hand.press('Enter'),
  )
}

/** Of the demo's back office, from her page. */
function colleagueTask(act: typeof byMouse, open: (hand: Hand, page: Page) => Promise<void>): Task {
  return {
    path: `/user/show/${colleague}`,
    isReady: (page) => page.getByRole('link', { name: theirChanges }),
    async steps(hand, page) {
      await open(hand, page)
      await act(hand, page.getByRole('link', { name: 'Last 7 days' }))
      await page.getByRole('row', { name: changedProduct }).first().waitFor()
    },
  }
}

async function openChangesByKeyboard(hand: Hand, page: Page): Promise<void> {
  await chooseInPalette(hand, page, theirChanges)
  // From where the focus is put on the new screen, it is two keys to the link.
  await page.getByRole('heading', { level: 1, name: 'Activity' }).and(page.locator(':focus')).waitFor()
}

function pasteButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Paste addresses' })
}

async function chooseInPalette(hand: Hand, page: Page, action: string): Promise<void> {
  await palette(page).waitFor()
  await hand.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor()
  await hand.type(action)
  await page.getByRole('option', { name: action }).waitFor()
  await hand.press('Enter')
}

function testersTask(addresses: readonly string[], act: typeof byMouse, open: (hand: Hand, page: Page) => Promise<void>): Task {
  return {
    path: '/betaGroup/show/1',
    isReady: pasteButton,
    async steps(hand, page) {
      await open(hand, page)
      await page.getByLabel('Email addresses').waitFor()
      await hand.type(addresses.join('\n'))
      await act(hand, page.getByRole('button', { name: 'Check' }))
      await act(hand, page.getByRole('button', { name: `Add ${addresses.length} testers` }))
      await page.getByText(`${addresses.length} testers added`).waitFor()
    },
  }
}

function byMouse(hand: Hand, what: Locator): Promise<void> {
  return hand.click(what)
}

async function byKeyboard(hand: Hand, what: Locator): Promise<void> {
  await hand.tabTo(what)
  await hand.press('Enter')
}

async function changeProduct(): Promise<void> {
  const { access_token: token } = await signIn(send, 'backoffice@example.com')
  const form = { name: changedProduct, typeName: 'WS6', typeId: '901' }
  await sendJson(send, 'POST', '/product', { token, form })
}

/** `part` 0 or 1: other customers each. */
async function addressesOf(part: number): Promise<string[]> {
  const { access_token: token } = await signIn(send, 'admin@example.com')
  const search = { search: '', searchSerial: '', filters: '[]', sortBy: 'id', sortDesc: 'true' }
  const addresses: string[] = []
  for (const page of [1, 2]) {
    const form = { ...search, perPage: String(testersCount / 2), currentPage: String(2 * part + page) }
    const { items } = await sendJson<{ items: { username: string }[] }>(send, 'POST', '/user/getB122TableResults', { token, form })
    addresses.push(...items.map(({ username }) => username))
  }
  return addresses
}
