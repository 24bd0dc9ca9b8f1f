import { expect, signIn, test } from './portal.ts'
import { listIsThere, searchFor } from './staff.ts'

const w = {
  added: (name: string) => `1 user added to ${name}`,
  takenOut: (name: string) => `1 user taken out of ${name}`,
} as const

test('staff add selected users to a group, see it after a reload, and undo it [T749]', async ({ page }) => {
  const name = 'Batch'
  await signIn(page, 'backoffice')
  await page.getByRole('link', { name: 'Beta groups', exact: true }).click()
  await page.getByRole('link', { name: 'Add a beta group' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('BetaGroup added')).toBeVisible()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await searchFor(page, 'köhler')
  await listIsThere(page)
  await page.getByRole('checkbox', { name: 'Select Jörg Köhler', exact: true }).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  await page.getByRole('combobox', { name: 'Beta group', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Add 1 user' }).click()
  await expect(page.getByText(w.added(name))).toBeVisible()

  await page.reload()
  await expect(page.getByText(w.added(name))).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(w.takenOut(name))).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText(w.takenOut(name))).toBeHidden()
})
