/** The app's path to a detector in a real browser: worker, relay, locks. Only the USB device is simulated. */
import { type Page, expect, test as base } from 'playwright/test'
import { buildPage } from '../support/buildPage.ts'
import { serveFolder } from '../support/serveFolder.ts'
import type { LinkPage } from './linkPage/link.ts'

const test = base.extend<{ openLinkPage: () => Promise<Page> }, { linkUrl: string }>({
  linkUrl: [
    // Playwright requires a destructured first argument, even an empty one.
    // oxlint-disable-next-line no-empty-pattern -- see above
    async ({}, use) => {
      const { folder, dispose } = await buildPage('tests/e2e/linkPage/link.html')
      const site = await serveFolder(folder)
      await use(`${site.url}/link.html`)
      site.close()
      await dispose()
    },
    { scope: 'worker' },
  ],
  openLinkPage: async ({ context, linkUrl }, use) => {
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(String(error.error())))
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await use(async () => {
      const page = await context.newPage()
      await page.goto(linkUrl)
      await page.waitForFunction(() => 'linkPage' in window)
      return page
    })
    expect(errors).toEqual([])
  },
})

function connect(page: Page) {
  return page.evaluate(async () => {
    await window.linkPage.device.connectDetector()
    return window.linkPage.state()
  })
}

/** Updates with `length` bytes; returns the outcome and whether the flash of `name` equals the image. */
function update(page: Page, name: string, length: number) {
  return page.evaluate(
    async ([detector, bytes]) => {
      const image = Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 256)
      const outcome = await window.linkPage.device.startUpdate(image, '0A1B2C3D4E')
      const flash = window.linkPage.detector(detector).flash()
      return { outcome, isExact: flash.length === bytes && flash.every((byte, at) => byte === image[at]) }
    },
    [name, length] as const,
  )
}

function plugIn(page: Page, detector: Parameters<LinkPage['plugIn']>[0]) {
  return page.evaluate((plugged) => window.linkPage.plugIn(plugged), detector)
}

test('closing the chooser changes nothing', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  expect(await connect(page)).toEqual({ status: 'absent' })
  expect(await page.evaluate(() => window.linkPage.choosersShown)).toBe(1)
})

test('a detector is chosen, connected, updated and released [T342]', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: false })
  await page.evaluate(() => Object.assign(window.linkPage, { choice: 'WS6' }))
  expect(await connect(page)).toMatchObject({ status: 'connected', isSimulated: false, label: 'WS6' })
  expect(await update(page, 'WS6', 5_000)).toEqual({ outcome: { phase: 'succeeded' }, isExact: true })
  await page.evaluate(() => window.linkPage.device.disconnectDetector())
  expect(await page.evaluate(() => window.linkPage.state())).toEqual({ status: 'absent' })
  expect(await page.evaluate(() => window.linkPage.detector('WS6').frames.at(-1)?.bytes[0])).toBe(4)
})

test('an update that the browser’s locks keep from starting does not keep the next one from running', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true })
  await connect(page)
  await page.evaluate(() => {
    const { locks } = navigator
    const query = locks.query.bind(locks)
    locks.query = () => {
      locks.query = query
      return Promise.reject(new DOMException('The page is being closed.', 'InvalidStateError'))
    }
  })
  expect(await update(page, 'WS6', 5_000)).toMatchObject({ outcome: { phase: 'failed', cause: 'internal.server.error' }, isExact: false })
  expect(await update(page, 'WS6', 5_000)).toEqual({ outcome: { phase: 'succeeded' }, isExact: true })
})

test('with two detectors plugged in, the user chooses one', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true })
  await plugIn(page, { name: 'XP', isAllowed: true, faults: { serialNumber: '0102030405' } })
  expect(await connect(page)).toEqual({
    status: 'choosing',
    candidates: [
      { key: '0A1B2C3D4E', label: 'WS6', serialNumber: '0A1B2C3D4E' },
      { key: '0102030405', label: 'XP', serialNumber: '0102030405' },
    ],
  })
  await page.evaluate(() => window.linkPage.device.chooseDetector('0102030405'))
  expect(await page.evaluate(() => window.linkPage.state())).toMatchObject({
    status: 'connected',
    identity: { serialNumber: '0102030405' },
  })
})

test('an update does not begin once another detector has been plugged in', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true })
  await connect(page)
  await plugIn(page, { name: 'XP', isAllowed: true, faults: { serialNumber: '0102030405' } })
  const before = await page.evaluate(() => window.linkPage.detector('WS6').frames.length)
  expect(await update(page, 'WS6', 5_000)).toMatchObject({ outcome: { phase: 'failed', cause: 'device.added.error' }, isExact: false })
  expect(await page.evaluate(() => window.linkPage.detector('WS6').frames.length)).toBe(before)
})

test('a detector that Linux does not let the page open is reported as a missing permission', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true, refusal: 'NotAllowedError' })
  const isLinux = await page.evaluate(() => navigator.userAgent.includes('Linux'))
  expect(await connect(page)).toEqual({
    status: 'failed',
    cause: isLinux ? 'device.permission.denied.error' : 'device.updating.error',
  })
})

test('a cable pulled during an update is reported as a disconnection, and the update works once it is back', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true, faults: { unplugAtChunk: 10 } })
  await connect(page)
  expect(await update(page, 'WS6', 5_000)).toMatchObject({
    outcome: { phase: 'failed', errorType: 'DECONNECTION_ERROR', during: 'programming', sentBytes: 480 },
  })
  await expect
    .poll(() => page.evaluate(() => window.linkPage.state()))
    .toMatchObject({ status: 'lost', identity: { serialNumber: '0A1B2C3D4E' } })
  // It reconnects automatically once it is plugged in.
  await page.evaluate(() => window.linkPage.detector('WS6').plug())
  await expect.poll(() => page.evaluate(() => window.linkPage.state())).toMatchObject({ status: 'connected' })
  expect(await update(page, 'WS6', 5_000)).toEqual({ outcome: { phase: 'succeeded' }, isExact: true })
})

test('a second tab sends nothing while the first one updates, whatever it is asked to do', async ({ openLinkPage }) => {
  const [first, second] = [await openLinkPage(), await openLinkPage()]
  for (const page of [first, second]) {
    await plugIn(page, { name: 'WS6', isAllowed: true, faults: { stallErase: page === first } })
    await connect(page)
  }
  const updating = update(first, 'WS6', 5_000)
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(1)
  const heard = () => second.evaluate(() => window.linkPage.detector('WS6').frames.length)
  const before = await heard()
  expect(await second.evaluate(() => window.linkPage.device.probeDetector())).toBeNull()
  expect(await update(second, 'WS6', 100)).toMatchObject({ outcome: { phase: 'failed', cause: 'device.updating.error' } })
  await second.evaluate(() => window.linkPage.device.disconnectDetector())
  expect(await connect(second)).toEqual({ status: 'failed', cause: 'device.updating.error' })
  expect(await heard()).toBe(before)
  await first.evaluate(() => window.linkPage.detector('WS6').set({ stallErase: false }))
  expect(await updating).toMatchObject({ outcome: { phase: 'succeeded' } })
  expect(await connect(second)).toMatchObject({ status: 'connected' })
})

test('an unknown message while idle reloads the page [T346]', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true })
  await connect(page)
  await page.evaluate(() => void (document.title = 'Not reloaded'))
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => window.linkPage.detector('WS6').set({ unknownMessageAt: 'idle', latencyMs: 50 })),
  ])
  expect(await page.title()).not.toBe('Not reloaded')
})

test('an unknown message during an update ends the update, and leaves the reload to the page', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await plugIn(page, { name: 'WS6', isAllowed: true, faults: { unknownMessageAt: 'program' } })
  await connect(page)
  expect(await update(page, 'WS6', 500)).toMatchObject({
    outcome: { cause: 'device.unknown.message.error', errorType: 'REPROGRAMMATION_ERROR', mustReload: true },
  })
})

test('closing the page asks only during an update', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await plugIn(page, { name: 'WS6', isAllowed: true, faults: { stallErase: true } })
  await connect(page)
  expect(await isAsked()).toBe(false)
  const updating = update(page, 'WS6', 500)
  await expect.poll(isAsked).toBe(true)
  await page.evaluate(() => window.linkPage.detector('WS6').set({ stallErase: false }))
  await updating
  expect(await isAsked()).toBe(false)
})

test('the screen stays awake during an update, also after the page was hidden', async ({ openLinkPage }) => {
  const page = await openLinkPage()
  await page.evaluate(() => {
    const locks = { taken: 0, released: 0 }
    const sentinel = { release: () => Promise.resolve((locks.released += 1)) }
    Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.resolve(((locks.taken += 1), sentinel)) } })
    Object.assign(window, { locks })
  })
  const locks = () => page.evaluate('locks')
  await plugIn(page, { name: 'WS6', isAllowed: true, faults: { stallErase: true } })
  await connect(page)
  const updating = update(page, 'WS6', 500)
  await expect.poll(locks).toEqual({ taken: 1, released: 0 })
  // The browser releases the lock when a page is hidden.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(locks).toEqual({ taken: 2, released: 0 })
  await page.evaluate(() => window.linkPage.detector('WS6').set({ stallErase: false }))
  await updating
  expect(await locks()).toEqual({ taken: 2, released: 1 })
})
