import { fillSignIn } from './accountsPortal.ts'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'
import { words } from './words.ts'

test('an administrator adds a user, who signs in and chooses a password; then finds, edits, deletes and restores them [T12]', async ({
  page,
  openElsewhere,
  expectComplaint,
}) => {
  expectComplaint('403')
  await signIn(page, 'admin')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Add a user' }).click()
  await page.getByLabel('First name').fill('Élodie')
  await page.getByLabel('Last name').fill('Tête')
  await page.getByLabel('Email').fill('customer@example.com')
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'France', exact: false }).first().click()
  await page.getByRole('combobox', { name: 'Prefix' }).click()
  await page.getByRole('option', { name: 'France', exact: false }).first().click()
  await page.getByLabel('Phone number').fill('6 39 98 00 77')
  await page.getByLabel('Send a link to choose a password').click()
  await page.getByRole('button', { name: 'Generate' }).click()
  const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
  expect(password).toHaveLength(9)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This mail address is already used')).toBeVisible()
  await page.getByLabel('Email').fill('elodie.tete@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User added')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Élodie Tête')

  const portal = await openElsewhere()
  await portal.goto('/login')
  await fillSignIn(portal, words.en, 'elodie.tete@example.com', password)
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await portal.getByLabel('The password you were given').fill(password)
  await portal.getByLabel('New password').fill('sept-chaises-vertes')
  await portal.getByLabel('Repeat the password').fill('sept-chaises-vertes')
  await portal.getByRole('button', { name: 'Save and go on' }).click()
  await expect(portal).toHaveURL(/\/productUpdate\/index$/)
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Product updates')

  await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
  await searchFor(page, 'elodie tete')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Élodie Tête' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})
