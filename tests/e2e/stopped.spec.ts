/** What keeps an update from being interrupted, and what happens after an interruption. */
import type { Page } from 'playwright/test'
import { connectSimulated, firmwareFile, publish, readFlash, setFaults, nextStep, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

const latest = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()
const stopped = (page: Page) => nextStep(page).filter({ hasText: /stopped at \d+%/ })

const failed = (page: Page) => page.getByRole('dialog', { name: 'USB disconnection error' })

async function begin(page: Page): Promise<void> {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 300 })
}

async function stopAtThirty(page: Page): Promise<void> {
  await setFaults(page, { unplugAtPercent: 30 })
  await update(page).click()
  await expect(failed(page)).toBeVisible()
  // Rendered once it is stored. By text: behind the dialog it has no role.
  await expect(page.getByText(/its update (?:to .* )?stopped at \d+%/)).toBeVisible()
}

async function expectDone(page: Page, image: Uint8Array): Promise<void> {
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect(page.getByRole('dialog', { name: 'The update is complete' })).toBeVisible()
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(stopped(page)).toBeHidden()
  await expect(latest(page)).toContainText('Success')
}

test('after unplugging at a third, a reload and plugging in, the update can be finished', async ({ page, request }) => {
  const { file, image } = firmwareFile(30_000)
  await publish(request, '9.1', file)
  await begin(page)
  await stopAtThirty(page)
  await page.reload()
  await expect(stopped(page)).toContainText('stopped at 44%')
  await expect(stopped(page)).toContainText('has no firmware: its update to 9.1')
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0 })
  await stopped(page).getByRole('button', { name: 'Finish the update' }).click()
  await expectDone(page, image)
})

test('after unplugging and plugging in, the detector reconnects and is finished with one click', async ({ page, request }) => {
  const { file, image } = firmwareFile(20_000)
  await publish(request, '9.2', file)
  await begin(page)
  await stopAtThirty(page)
  await failed(page).getByRole('button', { name: 'Close' }).click()
  await expect(stopped(page).getByRole('button', { name: 'Reconnect the detector' })).toBeVisible()
  await page.evaluate(() => window.simulatedDetector?.plug())
  await stopped(page).getByRole('button', { name: 'Finish the update' }).click()
  await expectDone(page, image)
})

test('a tab that was killed during an update is reported at the next visit, and the update can be finished', async ({
  page,
  request,
  context,
}) => {
  const { file, image } = firmwareFile(100_000)
  await publish(request, '9.3', file)
  await begin(page)
  // Slow enough (40 s for 2,084 chunks) that it cannot end before the tab is killed.
  await setFaults(page, { latencyMs: 20 })
  await update(page).click()
  await expect(page.getByRole('dialog', { name: 'Programming' })).toBeVisible()
  await expect(page).toHaveTitle(/^(2[1-9]|[3-9]\d)%/)
  await page.close({ runBeforeUnload: false })

  const next = await context.newPage()
  await next.goto('/productUpdate/index')
  await expect(stopped(next)).toBeVisible()
  await expect(latest(next)).toContainText('Error while reprogramming')
  await connectSimulated(next)
  await setFaults(next, { latencyMs: 0 })
  await stopped(next).getByRole('button', { name: 'Finish the update' }).click()
  await expectDone(next, image)
})

test('an access token that expires during an update is renewed, and the report arrives', async ({ page, request, expectComplaint }) => {
  expectComplaint('status of 401')
  const { file, image } = firmwareFile(30_000)
  await publish(request, '9.4', file)
  await begin(page)
  // Slow until the token is invalid: the dialog could be gone before it is seen.
  await setFaults(page, { latencyMs: 30 })
  await update(page).click()
  await expect(page.getByRole('dialog', { name: 'Programming' })).toBeVisible()
  await page.evaluate(() => {
    const key = 'fieldport.user'
    localStorage.setItem(key, localStorage.getItem(key)?.replace(/"access_token":"[^"]*"/, '"access_token":"expired"') ?? '')
  })
  await setFaults(page, { latencyMs: 0 })
  await expectDone(page, image)
})
