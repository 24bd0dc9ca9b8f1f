import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf, searchFor, signOut } from './staff.ts'

test('an administrator adds a user, who signs in; then finds, edits, deletes and restores them', async ({
  page,
  browser,
  expectComplaint,
}) => {
  expectComplaint('403')
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Add a user' }).click()
  await page.getByLabel('First name').fill('Élodie')
  await page.getByLabel('Last name').fill('Tête')
  await page.getByLabel('Email').fill('customer@example.com')
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'France', exact: false }).first().click()
  await page.getByRole('combobox', { name: 'Prefix' }).click()
  await page.getByRole('option', { name: 'France', exact: false }).first().click()
  await page.getByLabel('Phone number').fill('6 39 98 00 77')
  await page.getByRole('button', { name: 'Generate' }).click()
  const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
  expect(password).toHaveLength(9)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This mail address is already used')).toBeVisible()
  await page.getByLabel('Email').fill('elodie.tete@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User added')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Élodie Tête')

  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const portal = await theirs.newPage()
  await portal.goto('/login')
  await portal.getByLabel('Email').fill('elodie.tete@example.com')
  await portal.getByLabel('Password', { exact: true }).fill(password)
  await portal.getByRole('button', { name: 'Sign in' }).click()
  await expect(portal).toHaveURL(/\/productUpdate\/index$/)
  await theirs.close()

  await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
  await searchFor(page, 'elodie tete')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Élodie Tête' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a list of users is searched by serial number, filtered, paged and shown completely', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/user/index')
  await listIsThere(page)
  await searchFor(page, '0A1B2C3D4E', 'Serial number')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('customer@example.com')
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByLabel('Role').selectOption('Back office')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear: Role' }).click()
  await page.getByLabel('Rows per page').selectOption('10 per page')
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(page.getByText(/^381 to (\d+) of \1$/)).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('See everything')
  await expect(page.getByText(/^\d{3} rows$/)).toBeVisible()
  await listIsThere(page)
  // Only some rows are rendered, and scrolling reaches the last one.
  expect(await rowsOf(page).count()).toBeLessThan(120)
  await page.getByRole('region', { name: 'Users' }).evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }))
  await expect(page.getByRole('cell', { name: 'admin@example.com' })).toBeVisible()
})

test('the back office edits only customers; leaving the beta test asks first', async ({ page }) => {
  await signIn(page, 'backoffice')
  await page.goto('/user/index')
  await listIsThere(page)
  await expect(page.getByRole('link', { name: 'Add a user' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await searchFor(page, 'beta@example.com')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: /^Edit / }).click()
  await expect(page.getByLabel('Role')).toHaveCount(0)
  await page.getByLabel('Beta tester').click()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove from beta testing?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Beta tester')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Remove from all groups' }).click()
  await expect(page.getByText('User modified')).toBeVisible()
  await expect(page.getByText('WS6 field testers')).toHaveCount(0)
})

test('marketing only reads users; an administrator gifts a subscription', async ({ page, expectComplaint }) => {
  // Requests that are still running when the user signs out.
  expectComplaint('401')
  await signIn(page, 'marketing')
  await page.goto('/user/show/4')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marc Delaunay')
  await expect(page.getByRole('list', { name: 'Products' })).toContainText('0A 1B 2C 3D 4E')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await signOut(page)

  await signIn(page, 'admin')
  await page.goto('/user/show/5')
  await page.getByRole('button', { name: 'Gift 3 months' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gift 3 months' }).click()
  await expect(page.getByText('Subscription gifted').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Gift 3 months' })).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: /^PREMIUM$/ })).toBeVisible()
})

test('staff see an unconfirmed address, and change their own on the profile', async ({ page, expectComplaint }) => {
  expectComplaint('403')
  await signIn(page, 'admin')
  await page.goto('/user/edit/4')
  await expect(page.getByText('A new address takes effect once its owner has opened the link sent to it.')).toBeVisible()
  await page.getByLabel('Email').fill('marc.delaunay@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User modified')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'marc.delaunay@example.com' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^customer@example\.com$/ })).toBeVisible()

  await page.goto('/user/edit/1')
  await page.getByLabel('Email').fill('another@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Change your own email, phone and password on your profile page.')).toBeVisible()
})

const actions = ['Edit', 'Delete', 'Verify', 'Unlock', 'Gift 3 months', 'Gift 1 year', 'Reset password'] as const
const everything = ['Edit', 'Delete', 'Gift 3 months', 'Gift 1 year', 'Reset password']
const onOneself = everything.filter((action) => action !== 'Delete')

/** The actions that each role is offered on each account: those it may do and that apply. */
for (const [role, offered] of [
  ['admin', { admin: onOneself, marketing: everything, backoffice: everything, sms: everything }],
  ['backoffice', { admin: [], marketing: [], backoffice: [], sms: ['Edit'] }],
  ['marketing', { admin: [], marketing: [], backoffice: [], sms: [] }],
] as const) {
  test(`offers ${role} the allowed actions on each account, in the list and on its screen`, async ({ page }) => {
    await signIn(page, role)
    for (const [account, expected] of Object.entries(offered)) {
      await page.goto('/user/index')
      await listIsThere(page)
      await searchFor(page, `${account}@example.com`)
      // The list still has the search for the last account, so waiting for one row is not enough.
      await expect(rowsOf(page)).toHaveCount(1)
      await expect(rowsOf(page)).toContainText(`${account}@example.com`)
      await expect(rowsOf(page).getByRole('link', { name: /^Edit / })).toHaveCount(Number(expected.includes('Edit')))
      await expect(rowsOf(page).getByRole('button', { name: /^Delete / })).toHaveCount(Number(expected.includes('Delete')))
      await rowsOf(page).getByRole('link').first().click()
      await expect(page.getByRole('definition').filter({ hasText: `${account}@example.com` })).toBeVisible()
      const main = page.getByRole('main')
      for (const action of actions) {
        const offer = main.getByRole(action === 'Edit' ? 'link' : 'button', { name: action, exact: true })
        await expect(offer, `${action} ${account}`).toHaveCount(Number(expected.includes(action)))
      }
    }
  })
}

test('the back office cannot open the form of a protected account by its address', async ({ page }) => {
  await signIn(page, 'backoffice')
  await page.goto('/user/edit/1')
  await expect(page.getByText('Only administrators can edit this account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})
