/** Authenticator apps and recovery codes, fresh proof, and the reset of somebody's factors, on a portal whose staff must have a second factor. */
import type { Locator, Page } from 'playwright/test'
import { oneTimeCode } from '../support/oneTimeCode.ts'
import { mailTo } from './mailPortal.ts'
import { addAdministrator, ageProofs, enrol, expect, heading, test, typePassword } from './factorPortal.ts'
import { signOut } from './staff.ts'

test.beforeEach(({ expectComplaint }) => {
  // What a page asks for before the second factor is added, wrong codes, and calls that want fresh proof.
  expectComplaint(/status of 40[013]/)
})

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^(?:Code|Recovery code)$/).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('on a phone: an app is added on the profile; each of its codes and each recovery code signs in once', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const address = await addAdministrator(server, 'Eve')
  await enrol(page, address)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Second factors' })
  await expect(card.getByText('Your role needs a second factor.')).toBeVisible()
  await card.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await card.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = ((await dialog.getByText(/^[A-Z2-7]{4}(?: [A-Z2-7]{1,4})+$/).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret, new Date()))
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Authenticator app added')).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'My phone' })).toBeVisible()

  // Those of the next 30 seconds count already, and no earlier one afterwards.
  const code = oneTimeCode(secret, new Date(Date.now() + 30_000))
  await signInAnew(page, address, 'Use your authenticator app')
  await enterCode(page, code)
  await expect(heading(page)).toHaveText('Dashboard')
  await signInAnew(page, address, 'Use your authenticator app')
  await enterCode(page, code)
  await expect(page.getByText('Incorrect verification code.')).toBeVisible()

  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await enterCode(page, codes[0]?.toLowerCase().replaceAll('-', ' ') ?? '')
  await expect(heading(page)).toHaveText('Dashboard')
  await signInAnew(page, address, 'Use a recovery code')
  await enterCode(page, codes[0] ?? '')
  await expect(page.getByText('Incorrect verification code.')).toBeVisible()
  await enterCode(page, codes[1] ?? '')
  await expect(heading(page)).toHaveText('Dashboard')
  await page.goto('/profile')
  await expect(card.getByText('8 recovery codes left')).toBeVisible()
})

async function signInAnew(page: Page, address: string, factor: string): Promise<void> {
  await signOut(page)
  await typePassword(page, address)
  await page.getByRole('button', { name: factor }).click()
}

test('an administrator whose proof is old confirms in one dialog, and what was typed is saved afterwards', async ({ page, server }) => {
  await addAdministrator(server, 'Gus')
  const key = await enrol(page, await addAdministrator(server, 'Finn'))
  await key.touch(true)
  await openUser(page, 'Gus')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const role = page.getByLabel('Role')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })

  // The browser knows that it is time: nothing is sent before.
  await page.evaluate(() => localStorage.removeItem('fieldport.proof'))
  await page.reload()
  await typeRole(page, role, 'Gustav')
  const sent = countUpdates(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await proof.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Nothing was sent. Confirm first that it is you.')).toBeVisible()
  expect(sent()).toBe(0)
  await expect(page.getByLabel('First name')).toHaveValue('Gustav')
  await expect(role.locator('option:checked')).toHaveText('Back office')
  await page.getByRole('button', { name: 'Save' }).click()
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(heading(page)).toHaveText('Gustav')
  expect(sent()).toBe(1)

  // The browser believes that there is time: the server says otherwise, and the same call is made once more.
  await ageProofs(server, 6)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await role.selectOption({ label: 'Administrator' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(proof).toHaveCount(1)
  expect(sent()).toBe(2)
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(heading(page)).toHaveText('Gustav')
  expect(sent()).toBe(3)
  await expect(page.getByRole('main').getByText('Administrator', { exact: true }).first()).toBeVisible()
})

async function openUser(page: Page, name: string): Promise<void> {
  await page.goto(`/user/index?search=${name}`)
  await page.getByRole('table').getByRole('link', { name }).first().click()
  await expect(heading(page)).toHaveText(name)
}

async function typeRole(page: Page, role: Locator, firstname: string): Promise<void> {
  await page.getByLabel('First name').fill(firstname)
  await role.selectOption({ label: 'Back office' })
}

/** How many updates of a user the page has sent so far. */
function countUpdates(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/user\/\d+$/.test(request.url())) count += 1
  })
  return () => count
}

test('the factors of a colleague are reset with a reason, which both get by mail; the colleague then adds a new one', async ({
  page,
  server,
  smtp,
  openElsewhere,
}) => {
  const mine = await addAdministrator(server, 'Hana')
  const theirs = await addAdministrator(server, 'Igor')
  const portal = await openElsewhere()
  await enrol(portal, theirs)
  await enrol(page, mine)
  await openUser(page, 'Igor')
  const menu = page.getByRole('button', { name: 'More actions' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Reset second factors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the second factors of Igor?' })
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Lost the key on the beach')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText('Second factors reset')).toBeVisible()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reset second factors' })).toBeHidden()

  await portal.goto('/product/index')
  await expect(portal.getByText('You were signed out')).toBeVisible()
  await typePassword(portal, theirs)
  await expect(heading(portal)).toHaveText('Add a second factor')
  for (const address of [mine, theirs]) {
    await mailTo(smtp, address)
    await expect
      .poll(() =>
        smtp.received
          .filter(({ recipients }) => recipients.includes(address))
          .map(({ text }) => text)
          .join('\n'),
      )
      .toContain('Lost the key on the beach')
  }
})
