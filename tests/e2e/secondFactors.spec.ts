/** Passkeys, with the authenticator that Chromium simulates, on a portal whose staff must have a second factor. */
import { addAdministrator, enrol, expect, heading, plugIn, test, typePassword } from './factorPortal.ts'
import { signOut } from './staff.ts'

test.beforeEach(({ expectComplaint }) => {
  // What a page asks for before the second factor is added, or with a passkey that does not serve.
  expectComplaint(/status of 40[13]/)
})

test('a new administrator adds a passkey by keyboard before anything else, then signs in by it in each of three ways', async ({
  page,
  server,
}) => {
  const address = await addAdministrator(server, 'Ann')
  const key = await plugIn(page)
  await page.goto('/product/index')
  await typePassword(page, address)
  await expect(heading(page)).toHaveText('Add a second factor')
  await page.goto('/user/index?search=ann')
  await expect(heading(page)).toHaveText('Add a second factor')
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()

  await key.touch(true)
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  expect(await key.count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(kept).toBeVisible()
  await kept.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(heading(page)).toHaveText('Users')
  await expect(page).toHaveURL(/\/user\/index\?search=ann$/)

  // By the button alone: this page gets a browser that offers no passkeys in a field.
  await page.evaluate(() => (PublicKeyCredential.isConditionalMediationAvailable = async () => false))
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page)).toHaveText('Dashboard')

  // By the field of the address alone: Chromium chooses the only passkey as soon as somebody touches the authenticator.
  await key.touch(false)
  await signOut(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await key.touch(true)
  await page.reload()
  await expect(heading(page)).toHaveText('Dashboard')

  // After the password.
  await key.touch(false)
  await signOut(page)
  await typePassword(page, address)
  await expect(heading(page)).toHaveText('Confirm your identity')
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeFocused()
  await key.touch(true)
  await use.press('Enter')
  await expect(heading(page)).toHaveText('Dashboard')
})

test('a security key without a PIN does not sign in alone, and serves after the password', async ({ page, server }) => {
  const address = await addAdministrator(server, 'Bea')
  const key = await enrol(page, address, { verifies: false, remembers: false })
  await key.touch(true)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const advice = 'The passkey was not used. Try again, or sign in with your password first.'
  await expect(page.getByText(advice)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await typePassword(page, address)
  await expect(heading(page)).toHaveText('Confirm your identity')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(heading(page)).toHaveText('Dashboard')
})

test('under another name of the server, the page says where passkeys work, and offers what works there', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/login`)
  const where = page.getByText('Passkeys work only at')
  await expect(where).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
  const address = await addAdministrator(server, 'Dora')
  await typePassword(page, address)
  await expect(heading(page)).toHaveText('Add a second factor')
  await expect(page.getByText('To add a passkey, open the portal at its own address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  await page.getByRole('link', { name: server.url.replace('127.0.0.1', 'localhost') }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})
