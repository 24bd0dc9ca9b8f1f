import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { expect, password, signIn, test } from './portal.ts'

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
}

test('a profile is saved, shown again, and asks before changes are lost', async ({ page }) => {
  await signIn(page, 'marketing')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByLabel('First name').fill('Adélaïde')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile has been saved')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Adélaïde')
})

test('a password is changed from the menu, the person stays signed in, and their other browser does not', async ({
  page,
  browser,
  baseURL,
  expectComplaint,
}) => {
  expectComplaint(/status of 40[13]/)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const otherPage = await other.newPage()
  await signIn(otherPage, 'beta')
  await signIn(page, 'beta')
  await page.goto('/profile')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const fill = async (old: string) => {
    await dialog.getByLabel('Present password').fill(old)
    await dialog.getByLabel('New password').fill('neuf-cerises-au-miel')
    await dialog.getByLabel('Repeat the password').fill('neuf-cerises-au-miel')
    await dialog.getByRole('button', { name: 'Change password' }).click()
  }
  await fill('not-my-password')
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await expect(page.getByText('An error occurred during the password update.')).toBeVisible()
  await fill(password)
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByText('This browser')).toBeVisible()

  await otherPage.goto('/profile')
  await expect(otherPage).toHaveURL(/\/login/)
  await other.close()
})

test('other tabs follow a sign-out at once, and signing out everywhere reaches other browsers', async ({
  page,
  context,
  browser,
  baseURL,
  expectComplaint,
}) => {
  expectComplaint('status of 401')
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const otherPage = await other.newPage()
  await signIn(otherPage, 'backoffice')
  await signIn(page, 'backoffice')
  const tab = await context.newPage()
  await tab.goto('/profile')
  await expect(tab.getByText('This browser')).toBeVisible()
  await expect(tab.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(1)

  await tab.getByRole('button', { name: 'Sign out everywhere' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(tab).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  await otherPage.goto('/profile')
  await expect(otherPage).toHaveURL(/\/login/)
  await other.close()
})

const menus = {
  admin: ['Dashboard', 'Product updates'],
  marketing: ['Dashboard', 'Product updates'],
  backoffice: ['Dashboard', 'Product updates'],
} as const
for (const [role, entries] of Object.entries(menus)) {
  test(`${role}: the menu holds the entries of screens that exist and that this role may enter`, async ({ page }) => {
    await signIn(page, role)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('link')).toHaveText([...entries])
  })
}

test('a customer has no sidebar, but a way back and a menu of their own', async ({ page }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await openMenu(page)
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Change password', 'Sign out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})

test('the demonstration’s mailbox shows what was sent, and its link works', async ({ page }) => {
  await page.goto('/login/customer%40example.com/x/resetPassword')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByRole('link', { name: /^Mailbox/ }).click()
  await page.getByRole('link', { name: /\/changePassword\// }).click()
  await expect(page.getByLabel('New password')).toBeVisible()
})

test('with the keyboard alone: sign in, choose a country in the profile, sign out', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('admin@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect(country).toBeEnabled()
  await country.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('belg')
  await page.keyboard.press('Enter')
  await expect(country).toHaveText('Belgium')
  await expect(country).toBeFocused()
  await page.getByRole('button', { name: 'Your account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

const guestScreens = {
  'sign-in': async (page: Page) => page.locator('[name=password]').waitFor(),
  registration: async (page: Page) => {
    await page.getByRole('button', { name: /^(Create an account|Créer un compte)$/ }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').locator('[name=country]').click()
    await page.getByRole('option').first().waitFor()
  },
} as const

for (const colorScheme of ['light', 'dark'] as const) {
  for (const locale of locales) {
    test(`axe finds nothing on the accounts’ screens, ${colorScheme}, ${locale}`, async ({ page, expectComplaint }) => {
      expectComplaint(/status of 4\d\d/)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.addInitScript((chosen) => localStorage.setItem('fieldport.locale', chosen), locale)
      const check = async (where: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ html }) => html) }))
        expect(found, where).toEqual([])
      }
      for (const [name, open] of Object.entries(guestScreens)) {
        await page.goto('/login')
        await open(page)
        await check(name)
      }
      for (const path of ['/login/a%40b.fr/x/resetPassword', '/changePassword/abc', '/validateAccount/abc/1', '/demoMailbox']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await check(path)
      }
      await page.goto('/login')
      await page.locator('[name=username]').fill('newcustomer@example.com')
      await page.locator('[name=password]').fill(password)
      await page.locator('button[type=submit]').click()
      await expect(page).toHaveURL(/\/productUpdate\/index$/)
      await page.goto('/profile')
      await page.locator('[name=firstname]').waitFor()
      await page.waitForLoadState('networkidle')
      await check('profile')
      await page.getByRole('button', { name: /^(Your account|Votre compte)$/ }).click()
      await page.getByRole('menuitem').first().waitFor()
      await check('menu')
      await page.getByRole('menuitem').nth(1).click()
      await page.getByRole('dialog').locator('[name=oldPassword]').waitFor()
      await check('password')
    })
  }
}
