/** Every account flow without a mouse. Before each key press the test waits for what a person would wait for. */
import type { Locator, Page } from 'playwright/test'
import { codeTo, expect, test } from './accountsPortal.ts'
import { linkIn, mailTo } from './mailPortal.ts'
import { password } from './portal.ts'
import { words } from './words.ts'

const w = words.en
/** From a page's headline its frame is reached past the end of the page. */
const stopsMax = 120

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  for (let stops = 0; stops < stopsMax && !(await hasFocus(target)); stops += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

async function signIn(page: Page, username: string, typed: string): Promise<void> {
  await type(page, page.getByLabel(w.email, { exact: true }), username)
  await type(page, page.getByLabel(w.password, { exact: true }), typed)
  await page.keyboard.press('Enter')
}

/** The first item is focused when the menu opens; the arrow keys move on. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole('button', { name: w.account }))
  const entry = page.getByRole('menuitem', { name })
  for (let at = 0; ; at += 1) {
    // The focus moves shortly after the key press.
    await expect(page.getByRole('menuitem').nth(at)).toBeFocused()
    if (await hasFocus(entry)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

test('keyboard only: register, validate, sign in, change the password, sign out, forget it, choose a new one, sign in', async ({
  page,
  smtp,
  expectComplaint,
}) => {
  expectComplaint('status of 403')
  const username = 'keys@example.org'
  await page.goto('/login')
  await press(page, page.getByRole('button', { name: w.register }))
  const dialog = page.getByRole('dialog', { name: w.register })
  await type(page, dialog.getByLabel(w.firstname, { exact: true }), 'Zoé')
  await type(page, dialog.getByLabel(w.lastname, { exact: true }), 'Étienne')
  await type(page, dialog.getByLabel(w.email, { exact: true }), username)
  const country = dialog.getByRole('combobox', { name: w.country })
  await press(page, country)
  await expect(page.getByRole('combobox', { name: 'Search for a country' })).toBeFocused()
  await page.keyboard.type('franc')
  await expect(page.getByRole('option', { selected: true })).toContainText(w.france)
  await page.keyboard.press('Enter')
  await expect(country).toBeFocused()
  await expect(country).toHaveText(w.france)
  await type(page, dialog.getByLabel(w.phone, { exact: true }), '06 12 34 56 78')
  await type(page, dialog.getByLabel(w.password, { exact: true }), 'sept-chaises-vertes')
  await type(page, dialog.getByLabel(w.repeat, { exact: true }), 'sept-chaises-vertes')
  await tabTo(page, dialog.getByLabel(w.newsletter))
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel(w.newsletter)).toBeChecked()
  await press(page, dialog.getByRole('button', { name: w.createAccount }))
  await expect(page.getByText(w.created)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: w.checkMail })).toBeFocused()

  await page.goto(linkIn(await mailTo(smtp, username)))
  await expect(page.getByText(w.validated)).toBeVisible()
  await press(page, page.getByRole('link', { name: w.backToSignIn }))
  await signIn(page, username, 'sept-chaises-vertes')
  await press(page, page.getByRole('link', { name: 'How to connect my detector' }))
  await expect(page.getByRole('region', { name: 'How to connect your detector' })).toBeFocused()

  await chooseInMenu(page, w.changePassword)
  const change = page.getByRole('dialog', { name: w.changePassword })
  await type(page, change.getByLabel(w.currentPassword), 'sept-chaises-vertes')
  await type(page, change.getByLabel(w.newPassword, { exact: true }), 'huit-lampes-rouges')
  await type(page, change.getByLabel(w.repeat, { exact: true }), 'huit-lampes-rouges')
  await page.keyboard.press('Enter')
  await expect(page.getByText(w.changed)).toBeVisible()
  await expect(change).toBeHidden()
  await chooseInMenu(page, w.signOut)

  await press(page, page.getByRole('button', { name: w.forgot }))
  await expect(page.getByLabel(w.email, { exact: true })).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  await expect(page.getByText(w.onItsWay)).toBeVisible()
  await page.goto(linkIn(await mailTo(smtp, username, 1, w.resetSubject)))
  await type(page, page.getByLabel(w.newPassword, { exact: true }), 'dix-nuages-bleus')
  await type(page, page.getByLabel(w.repeat, { exact: true }), 'dix-nuages-bleus')
  await press(page, page.getByRole('button', { name: w.changeMine }))
  await expect(page.getByText(w.changed)).toBeVisible()
  await press(page, page.getByRole('link', { name: w.backToSignIn }))
  await signIn(page, username, 'dix-nuages-bleus')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})

test('keyboard only: an SMS code, another account, a profile, another language', async ({ page, gateway, expectComplaint }) => {
  expectComplaint('status of 403')
  const already = gateway.received.length
  await page.goto('/login')
  await signIn(page, 'admin@example.com', password)
  await expect(page.getByLabel(w.code, { exact: true })).toBeFocused()
  await press(page, page.getByRole('button', { name: w.anotherAccount }))
  await signIn(page, 'admin@example.com', password)
  await expect(page.getByLabel(w.code, { exact: true })).toBeFocused()
  await page.keyboard.type(await codeTo(gateway, already + 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: w.dashboard })).toBeVisible()

  await chooseInMenu(page, w.profile)
  const country = page.getByRole('combobox', { name: w.country })
  await tabTo(page, country)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'Search for a country' })).toBeFocused()
  await page.keyboard.type('belg')
  await expect(page.getByRole('option', { selected: true })).toContainText('Belgium')
  await page.keyboard.press('Enter')
  await expect(country).toHaveText('Belgium')
  await expect(country).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Français' }))
  await expect(page.getByRole('heading', { name: words.fr.profile })).toBeVisible()
  await expect(page.getByRole('combobox', { name: words.fr.country })).toHaveText('Belgique')
})
