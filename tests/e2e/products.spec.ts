import { expect, signIn, test } from './portal.ts'
import { filterBy, rowsOf, searchFor } from './staff.ts'

test(
  'an administrator adds a product, finds it, edits it, deletes it and restores it',
  { tag: '@convincing' },
  async ({ page, expectComplaint }) => {
    expectComplaint('403')
    const name = 'Élan'
    await signIn(page, 'admin')
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('link', { name: 'Add a product' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByText('This field is required')).toHaveCount(3)
    await page.getByLabel('Name', { exact: true }).fill('ws6 master')
    await page.getByLabel('Type name').fill('WS6')
    await page.getByLabel('Type number').fill('77')
    // The name is taken in any case; the server's error is on its field.
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This name is already used')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product added')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveURL(/\/product\/show\/\d+$/)

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Type number').fill('78')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product modified')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '78' })).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
    await searchFor(page, 'elan')
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = page.getByRole('alertdialog', { name: `Delete product “${name}”?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowsOf(page)).toHaveCount(1)

    // The same on the record's own screen without the toast, as after closing the tab.
    await rowsOf(page).getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/product\/index/)
    await filterBy(page, 'Shown', 'Deleted')
    await rowsOf(page).getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('This element has been deleted.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await expect(page.getByText('Type number: 77 → 78')).toBeVisible()
  },
)
