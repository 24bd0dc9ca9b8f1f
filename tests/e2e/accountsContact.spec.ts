/** A new address and a new phone, each proved before it counts, and the way back of somebody whose account was taken. */
import type { APIRequestContext, Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { expect, password, signIn, test } from './portal.ts'
import { fillSignIn } from './accountsPortal.ts'
import { readIn, type Words, words } from './words.ts'

/** What the demonstration has sent to an address or a phone, the newest first, once there is something that holds `part`. */
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

const accounts = {
  en: { account: 'customer', newPhone: '6 39 98 01 11', gets: '+33639980111' },
  fr: { account: 'newcustomer', newPhone: '7400 123456', gets: '+447400123456' },
} as const

function profile(page: Page, w: Words) {
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

for (const locale of locales) {
  const w = words[locale]
  const { account, newPhone, gets } = accounts[locale]
  const old = `${account}@example.com`
  const fresh = `moved-${old}`

  test(`${locale}: an address is proved by its mail and a phone by its code; the old address hears of it and takes the account back`, async ({
    page,
    request,
    expectComplaint,
  }) => {
    test.slow()
    expectComplaint(/status of 40[13]/)
    await readIn(page, locale)
    await signIn(page, account)
    await page.goto('/profile')
    const { main, email, phone, current, save } = profile(page, w)
    const oldPhone = await phone.inputValue()

    // The password is asked for only where the address or the phone changes.
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

    // Whoever reads the old mailbox undoes all of it, in the very browser that made the change.
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

    // Used up, for a guest and for somebody who is signed in alike.
    await page.goto(undo)
    await expect(page.getByText(w.oldLink)).toBeVisible()
    await page.goto('/confirmAddress/abc')
    await expect(page.getByText(w.oldLink)).toBeVisible()
  })

  test(`${locale}: a person keeps their address after all, and what they were typing stays`, async ({ page }) => {
    await readIn(page, locale)
    await signIn(page, 'beta')
    await page.goto('/profile')
    const { main, email, current, save } = profile(page, w)
    const lastname = main.getByLabel(w.lastname, { exact: true })
    await email.fill(`never-${locale}@example.com`)
    await current.fill(password)
    await save.click()
    await expect(main.getByText(`never-${locale}@example.com`)).toBeVisible()
    await lastname.fill('Köhler-Braun')
    await main.getByRole('button', { name: w.keepAddress }).click()
    await expect(main.getByText(w.confirmAddress)).toHaveCount(0)
    await expect(lastname).toHaveValue('Köhler-Braun')
    await expect(email).toHaveValue('beta@example.com')
  })
}
