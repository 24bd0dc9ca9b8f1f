/** A connection is identified once, however often its page is opened, and one made by the address can be disconnected. */
import type { Page } from 'playwright/test'
import { headline, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { updateWords } from './updateWords.ts'
import { words } from './words.ts'

/** Navigates to another screen and back to the connecting address, without reloading. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.profile }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.goBack()
  await expect(page).toHaveURL(/device=simulated/)
}

const w = { ...words.en, ...updateWords.en }

test('a simulated detector connected by the address is identified once, and stays disconnected', async ({ page }) => {
  const told: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(?:userProduct\/getOrCreate|accessory\/createOrUpdate)$/.test(request.url())) {
      told.push(new URL(request.url()).pathname)
    }
  })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await page.goto('/productUpdate/index?device=simulated')
  await expect(update(page)).toBeVisible()
  await expect.poll(() => told.toSorted()).toEqual(['/backend/accessory/createOrUpdate', '/backend/userProduct/getOrCreate'])

  await leaveAndComeBack(page)
  await expect(update(page)).toBeVisible()
  // Another call would be sent at once; the list is fetched after it.
  await page.waitForLoadState('networkidle')
  expect(told).toHaveLength(2)

  await page.getByRole('button', { name: w.disconnect }).click()
  await expect(headline(page)).toHaveText(w.connectHeadline)
  await leaveAndComeBack(page)
  await expect(headline(page)).toHaveText(w.connectHeadline)
  expect(told).toHaveLength(2)
})
