/**
 * A customer in the middle of an update at the moment when its release ends for them: what has begun goes on to the last byte and is recorded,
 * online and offline, over a firmware and on an erased detector; what has not begun is stopped before the detector is touched, and says so.
 * Pages do not learn how a release has ended: tests/api/releaseStates.test.ts has what the server does in each of its states.
 */
import type { APIRequestContext, Page } from 'playwright/test'
import { bearer, firmwareFile, headline, publish, readFlash, setFaults, update } from './detector.ts'
import { connectQuick, expect, expectReadyOffline, expectShown, noNetwork, recordsOf, seeItThrough, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { deleteFirmware, takeStep } from './releaseSteps.ts'
import { updateWords } from './updateWords.ts'

const w = {
  ...updateWords.en,
  notStarted: 'The update did not start',
  reason: 'The maker has stopped this firmware for now.',
  advice: 'The page now shows the versions that are offered for your detector.',
  waits: '1 update result waiting to be sent',
} as const

type End = 'is halted' | 'is withdrawn' | 'is deleted' | 'is a beta again'
const ends: Readonly<Record<End, (request: APIRequestContext, firmwareId: number) => Promise<void>>> = {
  'is halted': (request, id) => takeStep(request, id, 'halt'),
  'is withdrawn': (request, id) => takeStep(request, id, 'withdraw'),
  'is deleted': deleteFirmware,
  'is a beta again': async (request, id) => takeStep(request, id, 'beta', await groupId(request)),
}

/** The demo's only beta group, in which the customer is not. */
async function groupId(request: APIRequestContext): Promise<number> {
  const answer = await request.get('/backend/betaGroup', { headers: await bearer(request, 'admin') })
  // The contract's choices.
  const [group] = (await answer.json()) as { id: number }[]
  if (group === undefined) throw new Error('the demo has no beta group')
  return group.id
}

type Customer = { page: Page; request: APIRequestContext }

/** A customer whose page offers this new version; `isErased`: an update with it was interrupted before. */
async function offered({ page, request }: Customer, versionName: string, isErased = false) {
  const { file, image } = firmwareFile(20_000, Number(versionName) * 10)
  const firmwareId = await publish(request, versionName, file)
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectQuick(page)
  await expect(update(page)).toContainText(versionName)
  if (isErased) await interrupt(page)
  return { firmwareId, image: Buffer.from(image) }
}

async function interrupt(page: Page): Promise<void> {
  await setFaults(page, { unplugAtPercent: 50 })
  await update(page).click()
  await page.getByRole('dialog', { name: w.unplugged }).getByRole('button', { name: w.close }).first().click()
  await setFaults(page, { unplugAtPercent: null })
  await page.evaluate(() => window.simulatedDetector?.plug())
  await expect(headline(page)).toHaveText(w.finish)
  expect(await page.evaluate(() => window.simulatedDetector?.applicationValid)).toBe(false)
}

/** The update has its file, and is slow enough to be in its middle until it is let go on. */
async function beginSlowly(page: Page): Promise<void> {
  await setFaults(page, { latencyMs: 60 })
  await update(page).click()
  await expect(page.getByRole('dialog', { name: w.programming })).toBeVisible()
}

async function expectRecorded({ page, request }: Customer, versionName: string, image: Buffer): Promise<void> {
  await expectShown(page, versionName)
  expect(Buffer.from(await readFlash(page)).equals(image)).toBe(true)
  const records = await recordsOf(request, versionName)
  expect(records.filter(({ success }) => success)).toHaveLength(1)
}

type Case = { end: End; isOffline: boolean; isErased: boolean; versionName: string }
const underWay: readonly Case[] = [
  { end: 'is halted', isOffline: false, isErased: false, versionName: '20.1' },
  { end: 'is withdrawn', isOffline: false, isErased: true, versionName: '20.2' },
  { end: 'is deleted', isOffline: true, isErased: true, versionName: '20.3' },
  { end: 'is a beta again', isOffline: true, isErased: false, versionName: '20.4' },
]
for (const { end, isOffline, isErased, versionName } of underWay) {
  const how = `${isOffline ? 'offline' : 'online'}, ${isErased ? 'on an erased detector' : 'over a firmware'}`
  test(`an update under way goes on to the last byte and is recorded when its release ${end} (${how})`, async ({
    page,
    request,
    context,
    expectComplaint,
  }) => {
    if (isOffline) expectComplaint(noNetwork)
    const customer = { page, request }
    const { firmwareId, image } = await offered(customer, versionName, isErased)
    if (isOffline) await expectKept(page, versionName)
    await context.setOffline(isOffline)
    await beginSlowly(page)
    await ends[end](request, firmwareId)
    await setFaults(page, { latencyMs: 0 })
    await seeItThrough(page)
    if (isOffline) {
      await expect(page.getByText(w.waits)).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByText(w.waits)).toBeHidden()
    }
    await expectRecorded(customer, versionName, image)
  })
}

/** The file is on this computer, and so are the parts of the app. */
async function expectKept(page: Page, versionName: string): Promise<void> {
  await settled(page)
  await expectReadyOffline(page, versionName)
}

test('an update that begins offline after its release was halted is recorded once the network is back', async ({
  page,
  request,
  context,
  expectComplaint,
}) => {
  expectComplaint(noNetwork)
  const customer = { page, request }
  const { firmwareId, image } = await offered(customer, '21.1')
  await expectKept(page, '21.1')
  await context.setOffline(true)
  await takeStep(request, firmwareId, 'halt')
  await update(page).click()
  await seeItThrough(page)
  await context.setOffline(false)
  await expect(page.getByText(w.waits)).toBeHidden()
  await expectRecorded(customer, '21.1', image)
})

test('an erased detector is finished with a release that was halted meanwhile', async ({ page, request }) => {
  const customer = { page, request }
  const { firmwareId, image } = await offered(customer, '21.2', true)
  await takeStep(request, firmwareId, 'halt')
  await page.reload()
  await connectQuick(page)
  await expect(headline(page)).toHaveText(w.finish)
  await update(page).click()
  await seeItThrough(page)
  await expectRecorded(customer, '21.2', image)
})

/** Until an update was refused, the page is answered as it was first: it learns of no step by asking again at the wrong moment. */
async function holdOffers(page: Page): Promise<void> {
  // In the page: a route of the test's would come between the page and its service worker.
  await page.addInitScript(() => {
    const { fetch } = window
    const first = new Map<string, Response>()
    let isRefused = false
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const isHeld = !isRefused && url.includes('/firmware/getAllForProductAndUser/')
      const response = (isHeld && first.get(url)) || (await fetch(input, init))
      if (isHeld) first.set(url, response)
      isRefused ||= response.status === 409
      return response.clone()
    }
  })
}

test('an update does not begin once its release is halted, and says so', async ({ page, request, expectComplaint }) => {
  expectComplaint('409')
  await holdOffers(page)
  const { firmwareId } = await offered({ page, request }, '22.1')
  const before = Buffer.from(await readFlash(page))
  await takeStep(request, firmwareId, 'halt')
  await update(page).click()
  const stopped = page.getByRole('dialog', { name: w.notStarted })
  await expect(stopped).toContainText(w.reason)
  await expect(stopped).toContainText('Nothing was changed on your detector.')
  await expect(stopped).toContainText(w.advice)
  await stopped.getByRole('button', { name: w.backToUpdate }).click()
  await expect(update(page)).not.toContainText('22.1')
  expect(Buffer.from(await readFlash(page)).equals(before)).toBe(true)
  expect(await page.evaluate(() => window.simulatedDetector?.applicationValid)).toBe(true)
  expect(await recordsOf(request, '22.1')).toEqual([])
})

test('an erased detector whose release is withdrawn is told so, and repaired with what is offered', async ({
  page,
  request,
  expectComplaint,
}) => {
  expectComplaint('409')
  const customer = { page, request }
  const { file, image } = firmwareFile(20_000, 230)
  await publish(request, '23.0', file)
  await holdOffers(page)
  const { firmwareId } = await offered(customer, '23.1', true)
  await takeStep(request, firmwareId, 'withdraw')
  await update(page).click()
  const stopped = page.getByRole('dialog', { name: w.notStarted })
  await expect(stopped).toContainText(w.reason)
  await expect(stopped).toContainText(w.advice)
  await stopped.getByRole('button', { name: w.backToUpdate }).click()
  await expect(update(page)).toContainText('23.0')
  await update(page).click()
  await seeItThrough(page)
  await expectRecorded(customer, '23.0', Buffer.from(image))
})
