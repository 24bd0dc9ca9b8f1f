import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { isMistyped } from '../../src/contract/warrantyCodeFormat.ts'
import { readSheet } from '../support/sheets.ts'
import { account, daysAgo, newSerial, picture, row } from './coils.ts'
import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { filterBy, listIsThere, rowsOf, searchFor } from './staff.ts'

const w = {
  gifted: 'Gifted',
  batchHeader: ['Code', 'Gifted'],
  listHeader: ['Code', 'Product', 'Used', 'Gifted', 'Serial number', 'Extension start', 'Extension end', 'User', 'Void'],
  used: 'Used',
  yes: 'Yes',
  extend: 'Extend the warranty',
} as const

/** The file that a click saves: its name, and its cells as another library reads them. */
async function save(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const sheet = await readSheet(new Response(new Uint8Array(await readFile(await download.path()))))
  return { filename: download.suggestedFilename(), ...sheet }
}

/** A coil of the customer's, bought a month ago. */
async function saveCoilPurchase(page: Page): Promise<string> {
  const coilSerial = newSerial()
  const registered = await page.request.post('/backend/accessory/createOrUpdateUserAccessory', {
    headers: await bearer(page.request, account),
    multipart: { coilSerial, purchaseDate: daysAgo(30), purchaseProofFile: picture },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  return coilSerial
}

test('marketing generates codes and saves them, a customer claims one, and the list shows it', async ({ page }) => {
  const serial = await saveCoilPurchase(page)
  await signIn(page, 'marketing')
  await page.getByRole('link', { name: 'Warranty codes', exact: true }).click()
  await page.getByRole('button', { name: 'Generate codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of codes').fill('3')
  await dialog.getByRole('checkbox', { name: w.gifted }).click()
  const batch = await save(page, () => dialog.getByRole('button', { name: 'Generate and download' }).click())
  await expect(page.getByText('Codes generated')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(batch.filename).toMatch(/^new-warranty-codes-\d{4}-\d\d-\d\d-\d+\.xlsx$/)
  expect(batch.header).toEqual(w.batchHeader)
  expect(batch.rows.map(([, gifted]) => gifted)).toEqual([true, true, true])
  const codes = batch.rows.map(([code]) => String(code))
  expect(new Set(codes).size).toBe(3)
  for (const code of codes) {
    expect(code).toMatch(/^\w{3}(-\w{3})+$/)
    expect(isMistyped(code)).toBe(false)
  }

  await page.getByRole('button', { name: 'Earlier batches' }).click()
  const again = await save(page, () =>
    dialog
      .getByRole('button', { name: /^Download the codes of / })
      .first()
      .click(),
  )
  expect(again).toEqual(batch)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await filterBy(page, w.gifted, w.yes)
  await filterBy(page, w.used, 'No')
  for (const code of codes) await expect(rowsOf(page).filter({ hasText: code })).toHaveCount(1)
  await listIsThere(page)
  const shown = await rowsOf(page).count()
  const list = await save(page, () => page.getByRole('button', { name: 'Download for Excel' }).click())
  expect(list.filename).toMatch(/^warranty-codes-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(list.header).toEqual(w.listHeader)
  expect(list.rows).toHaveLength(shown)
  expect(list.rows.every(([, , used, gifted]) => used === false && gifted === true)).toBe(true)
  expect(list.rows.map(([code]) => code)).toEqual(expect.arrayContaining(codes))

  const [code = ''] = codes
  await signIn(page, account)
  const coil = row(page, serial)
  await coil.getByRole('button', { name: w.extend }).click()
  await dialog.getByLabel('Warranty code').fill(code.toLowerCase())
  await dialog.getByRole('button', { name: w.extend }).click()
  await expect(dialog).toBeHidden()
  await expect(coil).toContainText('Warranty extended')

  await signIn(page, 'marketing')
  await page.goto('/warrantyCode/index')
  await filterBy(page, w.used, w.yes)
  await searchFor(page, serial)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(code)
  await rowsOf(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/user\/show\/\d+$/)
})
