/** A new address and a new phone, each confirmed before it applies, and undoing the change of a stolen account. */
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, password, signIn, test } from './portal.ts'
import { fillSignIn } from './accountsPortal.ts'
import { words } from './words.ts'

/** The demo messages to an address or phone, newest first, once one contains `part`. */
async function sentTo(request: APIRequestContext, recipient: string, part: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      // The contract's list of messages.
      const messages = (await (await request.get('/backend/demoMailbox')).json()) as { recipient: string; text: string }[]
      found = messages.filter((message) => message.recipient === recipient).flatMap(({ text }) => part.exec(text)?.[0] ?? [])[0]
      return found
    })
    .toBeDefined()
  return found ?? ''
}

const w = words.en
const old = 'newcustomer@example.com'
const fresh = `moved-${old}`
const newPhone = '7400 123456'
const gets = '+447400123456'

function profile(page: Page) {
  const main = page.locator('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  return {
    main,
    email: field(w.email),
    phone: field(w.phone),
    current: field(w.currentPassword),
    save: main.getByRole('button', { name: w.save }),
  }
}

test('a new address is confirmed by mail, a new phone by SMS; the old address is notified and can undo both', async ({
  page,
  request,
  expectComplaint,
}) => {
  expectComplaint(/status of 40[13]/)
  await signIn(page, 'newcustomer')
  await page.goto('/profile')
  const { main, email, phone, current, save } = profile(page)
  const oldPhone = await phone.inputValue()

  // Only a change of address or phone needs the password.
  await expect(current).toHaveCount(0)
  await email.fill(fresh)
  await save.click()
  await expect(main.getByText(w.mandatory)).toBeVisible()
  await current.fill('not my password')
  await save.click()
  await expect(main.getByText(w.wrongPassword)).toBeVisible()
  await current.fill(password)
  await save.click()
  await expect(main.getByText(w.confirmAddress)).toBeVisible()
  await expect(main.getByText(fresh)).toBeVisible()
  await expect(email).toHaveValue(old)
  await expect(current).toHaveCount(0)
  await main.getByRole('button', { name: w.sendLinkAgain }).click()
  await expect(page.getByText(w.linkSentAgain)).toBeVisible()

  await sentTo(request, fresh, /\/confirmAddress\//)
  await page.goto('/demoMailbox')
  await page.getByRole('button').filter({ hasText: fresh }).first().click()
  await page.getByRole('link', { name: /\/confirmAddress\// }).click()
  await expect(page.getByText(w.addressChanged)).toBeVisible()
  await expect(page.getByText(fresh)).toBeVisible()
  await page.getByRole('link', { name: w.toProfile }).click()
  await expect(email).toHaveValue(fresh)
  await expect(main.getByText(w.confirmAddress)).toHaveCount(0)

  await phone.fill(newPhone)
  await current.fill(password)
  await save.click()
  const dialog = page.getByRole('dialog', { name: w.confirmPhone })
  await expect(dialog.getByText(w.nextCode)).toBeVisible()
  await dialog.getByRole('button', { name: w.later }).click()
  await expect(phone).toHaveValue(oldPhone)
  await main.getByRole('button', { name: w.enterCode }).click()
  const code = (await sentTo(request, gets, /\b\d{6}\b/)).trim()
  await dialog.getByLabel(w.code, { exact: true }).fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: w.confirm, exact: true }).click()
  await expect(dialog.getByText(w.wrongCode)).toBeVisible()
  await dialog.getByLabel(w.code, { exact: true }).fill(code)
  await dialog.getByRole('button', { name: w.confirm, exact: true }).click()
  await expect(page.getByText(w.phoneChanged)).toBeVisible()
  await expect(phone).toHaveValue(newPhone)

  // The link in the old mailbox undoes everything, even in the browser that made the change.
  const undo = await sentTo(request, old, /https?:\/\/\S+\/restoreAddress\/\S+/)
  await page.goto(undo)
  await expect(page.getByRole('heading', { name: w.recoverAccount })).toBeVisible()
  await expect(page.getByText(old)).toBeVisible()
  const chosen = 'neuf-cerises-au-miel'
  await page.getByLabel(w.newPassword, { exact: true }).fill(chosen)
  await page.getByLabel(w.repeat).fill(chosen)
  await page.getByRole('button', { name: w.recoverButton }).click()
  await expect(page.getByText(w.accountRecovered)).toBeVisible()
  await page.getByRole('link', { name: w.backToSignIn }).click()
  await fillSignIn(page, w, fresh, password)
  await expect(page.getByText(w.wrong)).toBeVisible()
  await fillSignIn(page, w, old, chosen)
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
  await page.goto('/profile')
  await expect(email).toHaveValue(old)
  await expect(phone).toHaveValue(oldPhone)

  // The link is used up, both for guests and for signed-in users.
  await page.goto(undo)
  await expect(page.getByText(w.oldLink)).toBeVisible()
  await page.goto('/confirmAddress/abc')
  await expect(page.getByText(w.oldLink)).toBeVisible()
})
