import type { Page } from 'playwright/test'
import { expect, fillSignIn, test } from './accountsPortal.ts'
import { linkIn, mailTo } from './mailPortal.ts'
import { signOut } from './staff.ts'
import { words } from './words.ts'

const w = words.en

async function openRegistration(page: Page) {
  await page.goto('/login')
  await page.getByRole('button', { name: w.register }).click()
  return page.getByRole('dialog', { name: w.register })
}

async function fillRegistration(page: Page, { username, password }: { username: string; password: string }) {
  const dialog = page.getByRole('dialog', { name: w.register })
  await dialog.getByLabel(w.firstname, { exact: true }).fill('Zoé')
  await dialog.getByLabel(w.lastname, { exact: true }).fill('Étienne')
  await dialog.getByLabel(w.email, { exact: true }).fill(username)
  await dialog.getByRole('combobox', { name: w.country }).click()
  await page.keyboard.type('franc')
  await page.getByRole('option', { name: w.france }).first().click()
  // The country sets the prefix.
  await expect(dialog.getByRole('combobox', { name: w.prefix })).toHaveText('+33')
  await dialog.getByLabel(w.phone, { exact: true }).fill('06 12 34 56 78')
  await dialog.getByLabel(w.password, { exact: true }).fill(password)
  await dialog.getByLabel(w.repeat, { exact: true }).fill(password)
}

test('a customer registers, validates the account by mail, signs in, and chooses a new password by mail [T42]', async ({
  page,
  smtp,
  expectComplaint,
}) => {
  const username = 'zoe@example.org'
  expectComplaint(/status of 40[13]/)
  expectComplaint('status of 418')

  await openRegistration(page)
  await fillRegistration(page, { username, password: 'sept-chaises-vertes' })
  await page.getByRole('button', { name: w.createAccount }).click()
  await expect(page.getByText(w.created)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: w.backToSignIn }).click()

  await fillSignIn(page, w, username, 'sept-chaises-vertes')
  await expect(page.getByRole('alert')).toContainText(w.notValidated)

  const validation = await mailTo(smtp, username)
  expect(validation.subject).toBe(w.validateSubject)
  await page.goto(linkIn(validation))
  await expect(page.getByText(w.validated)).toBeVisible()
  // A link works once.
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(w.notValid)
  await page.getByRole('link', { name: w.backToSignIn }).click()

  await fillSignIn(page, w, username, 'sept-chaises-vertes')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
  await signOut(page)

  await page.getByRole('button', { name: w.forgot }).click()
  await page.getByLabel(w.email, { exact: true }).fill(username)
  await page.getByRole('button', { name: w.sendLink }).click()
  await expect(page.getByText(w.onItsWay)).toBeVisible()
  const reset = await mailTo(smtp, username, 2)
  expect(reset.subject).toBe(w.resetSubject)

  await page.goto(linkIn(reset))
  await page.getByLabel(w.newPassword, { exact: true }).fill('huit-lampes-rouges')
  await page.getByLabel(w.repeat, { exact: true }).fill('huit-lampes-rouges')
  await page.getByRole('button', { name: w.changeMine }).click()
  await expect(page.getByText(w.changed)).toBeVisible()
  await expect(page.getByRole('button', { name: w.changeMine })).toBeHidden()
  await page.goto(linkIn(reset))
  await expect(page.getByRole('alert')).toContainText(w.usedLink)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: w.backToSignIn }).click()

  await fillSignIn(page, w, username, 'sept-chaises-vertes')
  await expect(page.getByRole('alert')).toContainText(w.wrong)
  await fillSignIn(page, w, username, 'huit-lampes-rouges')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})

test('credentials in the login path fill the form, and do not stay in the address, the history or the server’s log [T1]', async ({
  page,
  server,
}) => {
  await page.goto('/login/ann%40example.com/geheim-und-lang')
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('geheim-und-lang')
  expect(new URL(page.url()).pathname).toBe('/login')
  // TypeScript's Window type does not have the Navigation API yet.
  const entries = await page.evaluate(() =>
    (window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation.entries().map(({ url }) => url),
  )
  expect(entries.filter((url) => url.includes('geheim'))).toEqual([])
  expect(server.output()).not.toContain('geheim')
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await page.goto('/login/ann%40example.com/x/resetPassword')
  await expect(page.getByRole('heading', { name: w.forgot })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
})

test('the sign-in stands still on a first visit, although its demo accounts come from the server', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      // Chromium's layout shifts, which TypeScript's own page does not list.
      for (const shift of list.getEntries() as unknown as { value: number }[])
        document.documentElement.dataset['moved'] = String(Number(document.documentElement.dataset['moved'] ?? 0) + shift.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const isDue = Promise.withResolvers<void>()
  await page.route('**/backend/configuration', async (route) => {
    const answer = await route.fetch()
    await isDue.promise
    await route.fulfill({ response: answer })
  })
  // Moved by hand: after a while the page waits for the answer no longer.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  const isAsked = page.waitForRequest('**/backend/configuration')
  await page.goto('/login')
  await isAsked
  await page.clock.runFor(1_000)
  await expect(page.getByRole('heading', { name: w.signIn })).toHaveCount(0)
  isDue.resolve()
  await expect(page.getByRole('button', { name: 'Administrator' })).toBeVisible()
  await page.clock.resume()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  // The font, which comes later than the page, moves some letters by less than that.
  const moved = await page.evaluate(async () => {
    await document.fonts.ready
    return Number(document.documentElement.dataset['moved'] ?? 0)
  })
  expect(moved).toBeLessThan(0.005)
})
