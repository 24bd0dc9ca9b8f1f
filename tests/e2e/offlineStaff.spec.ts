import { expect, settled, test } from './field.ts'
import { signInByForm } from './portal.ts'
import { listIsThere, rowsOf, signOut } from './staff.ts'

test('staff see their last lists with their date while offline, and changes are refused with a reason', async ({ page, network }) => {
  await signInByForm(page, 'admin')
  await settled(page)
  await page.goto('/firmware/index')
  await page.getByRole('button', { name: 'Version', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Version' })).toHaveAttribute('aria-sort', 'ascending')
  await listIsThere(page)
  const names = await rowsOf(page).allTextContents()
  await network.cut()

  await page.goto('/firmware/index')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText(/As of .* Changes need a connection\./)).toBeVisible()
  await expect(rowsOf(page)).toHaveText(names)

  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const refusal = 'The server cannot be reached. Your changes are not saved: try again'
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(names.length)

  await page.goto('/product/create')
  await page.getByLabel('Name', { exact: true }).fill('Field')
  await page.getByLabel('Type name').fill('WS6')
  await page.getByLabel('Type number').fill('99')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText(refusal)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Field')

  await network.restore()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Field' })).toBeVisible()
  await signOut(page)
  expect(await page.evaluate(seenRows)).toEqual(0)
})

/** The number of responses that this browser stores, for any user. */
async function seenRows(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('fieldport-seen')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('not opened'))
  })
  return new Promise((resolve, reject) => {
    const counting = database.transaction('queries').objectStore('queries').count()
    counting.onsuccess = () => resolve(counting.result)
    counting.onerror = () => reject(counting.error ?? new Error('not counted'))
  })
}
