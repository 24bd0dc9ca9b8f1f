import type { APIRequestContext } from 'playwright/test'
import { account, coils, register, row, toast } from './coils.ts'
import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

async function remove(request: APIRequestContext, path: string): Promise<void> {
  const removed = await request.delete(`/backend${path}`, { headers: await bearer(request, account) })
  expect(removed.ok()).toBe(true)
}

test('a dialog for a coil that was deleted elsewhere closes with a message', async ({ page, request, expectComplaint }) => {
  expectComplaint('404')
  const gone = await Promise.all([register(request), register(request), register(request)])
  const [edited, claimed, deleted] = gone
  await signIn(page, account)
  await expect(row(page, deleted.coilSerial)).toBeVisible()
  // The list still shows the coil.
  for (const { id } of gone) await remove(request, `/accessory/${id}`)
  await page.route('**/accessory/getUserAccessoriesForUser', (route) => route.abort())
  expectComplaint('ERR_FAILED')

  await row(page, edited.coilSerial).getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Resource not found')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await row(page, claimed.coilSerial)
    .getByRole('button', { name: /^Extend/ })
    .click()
  await page.getByLabel('Warranty code').fill('0000')
  await page.getByRole('dialog').getByRole('button', { name: 'Extend the warranty' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await row(page, deleted.coilSerial)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Resource not found')).toBeVisible()
})

test('deleting a coil names it, focuses Cancel first, and returns the focus to the list', async ({ page, request }) => {
  const { coilSerial } = await register(request)
  await signIn(page, account)
  const trash = row(page, coilSerial).getByRole('button', { name: `Delete ${coilSerial}` })
  await trash.click()
  const question = page.getByRole('alertdialog', { name: `Delete coil ${coilSerial}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(trash).toBeFocused()

  await trash.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, `Coil ${coilSerial} deleted`)).toBeVisible()
  await expect(row(page, coilSerial)).toBeHidden()
  await expect(coils(page)).toBeFocused()
})

test('deleting a detector names it and removes it from the list', async ({ page, request }) => {
  const form = { serialNumber: 'AB00000001', materialVersion: '1', protocolVersion: '1', productTypeId: '6' }
  await request.post('/backend/userProduct/getOrCreate', { headers: await bearer(request, account), form })
  await signIn(page, account)
  const detector = page.getByRole('region', { name: 'My detectors' }).getByRole('listitem').filter({ hasText: 'AB 00 00 00 01' })
  await detector.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog', { name: /^Delete detector .* AB 00 00 00 01\?$/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(detector).toBeHidden()
})
