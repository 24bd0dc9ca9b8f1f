import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { expectNoAxeFindingsOn, listIsThere, rowsOf, searchFor } from './staff.ts'
import { readIn } from './words.ts'

for (const [account, typeId] of [
  ['admin', 77],
  ['backoffice', 87],
] as const) {
  test(`${account} adds a product, finds it, edits it, deletes it and restores it`, async ({ page, expectComplaint }) => {
    expectComplaint('403')
    const name = `Élan ${account}`
    await signIn(page, account)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('link', { name: 'Add a product' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByText('This field is required')).toHaveCount(3)
    await page.getByLabel('Name', { exact: true }).fill('ws6 master')
    await page.getByLabel('Type name').fill('WS6')
    await page.getByLabel('Type number').fill(String(typeId))
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
    await page.getByLabel('Type number').fill(String(typeId + 1))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product modified')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: String(typeId + 1) })).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
    await searchFor(page, `elan ${account}`)
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
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/product\/index/)
    await page.getByLabel('Not deleted').selectOption('Deleted')
    await rowsOf(page).getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('This element has been deleted.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
    // Only administrators see the history.
    await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(account === 'admin' ? 1 : 0)
    if (account === 'admin') await expect(page.getByText('Type number: 77 → 78')).toBeVisible()
  })
}

test('a list keeps its state in the address, with Back, and when the user returns to it', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/product/index')
  await page.getByRole('button', { name: 'Users' }).click()
  await expect(page.getByRole('columnheader', { name: 'Users' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Users' }).click()
  await expect(page.getByRole('columnheader', { name: 'Users' })).toHaveAttribute('aria-sort', 'descending')
  await listIsThere(page)
  await expect(rowsOf(page).first()).toContainText('WS6 Master')
  await page.goBack()
  await expect(page.getByRole('columnheader', { name: 'Users' })).toHaveAttribute('aria-sort', 'ascending')

  await searchFor(page, 'wsaii')
  await expect(rowsOf(page)).toHaveCount(2)
  const left = page.url()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page).toHaveURL(left)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('wsaii')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/product\/index$/)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Type name' }).click()
  await expect(page.getByRole('columnheader', { name: 'Type name' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Type name' })).toHaveCount(0)
})

test('a search keeps what is typed, with spaces and pauses', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/product/index')
  await listIsThere(page)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('ws6 ')
  await expect(page).toHaveURL(/search=ws6$/)
  await search.pressSequentially('mas')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=ws6(?:\+|%20)mas$/)
  await expect(search).toHaveValue('ws6 mas')
})

test('a list can be used by keyboard alone', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/product/index')
  await listIsThere(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('wsaii')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'WSAII-XL', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'WSAII', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WSAII')
  await page.goBack()
  await listIsThere(page)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New product')
})

test('the second one to save sees what the first one changed; leaving with unsaved changes asks', async ({
  page,
  request,
  expectComplaint,
}) => {
  expectComplaint('409')
  await signIn(page, 'backoffice')
  await page.goto('/product/edit/3')
  await page.getByLabel('Type name').fill('WSAII mine')
  const headers = await bearer(request, 'admin')
  const theirs = await request.post('/backend/product/3', { headers, form: { name: 'WSAII', typeName: 'WSAII theirs', typeId: '7' } })
  expect(theirs.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Someone else has changed this since you opened it' })
  await expect(told).toContainText('Type name: WSAII → WSAII theirs')

  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await told.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'WSAII mine' })).toBeVisible()
})

test('unsaved changes survive the end of a session', async ({ page, expectComplaint }) => {
  expectComplaint('401')
  await signIn(page, 'admin')
  await page.goto('/product/edit/1')
  await page.getByLabel('Type name').fill('Teleco, half done')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('fieldport.user') ?? '{}')
    localStorage.setItem('fieldport.user', JSON.stringify({ ...session, access_token: 'x.y.z', refresh_token: 'x'.repeat(43) }))
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/login\?redirect/)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Type name')).toHaveValue('Teleco, half done')
})

for (const [locale, colorScheme] of [
  ['en', 'light'],
  ['fr', 'dark'],
] as const) {
  test(`axe finds nothing on the screens of products, in ${locale} and ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'admin')
    await readIn(page, locale)
    await expectNoAxeFindingsOn(page, ['/product/index', '/product/show/2', '/product/edit/2'])
  })
}
