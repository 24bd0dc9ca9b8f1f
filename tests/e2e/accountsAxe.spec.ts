import type { APIRequestContext, Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { axe } from './axe.ts'
import { expect, password, signIn, test } from './portal.ts'
import { readIn, words } from './words.ts'

/** The axe rules about colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Runs all rules in the light theme, and only those about colours in the dark one, where nothing else differs. With reduced motion, because
 * colours in a transition are not final.
 */
async function findNothing(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Inherited colours change one level after the other.
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const builder = axe(page)
    const { violations } = await (colorScheme === 'light' ? builder : builder.withRules(colourRules)).analyze()
    const found = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ html }) => html) }))
    expect(found, `${where}, ${colorScheme}`).toEqual([])
  }
}

/** A working link from the demo mailbox. */
async function passwordLink(request: APIRequestContext): Promise<string> {
  const username = 'newcustomer@example.com'
  await request.post('/backend/forgotPassword/resetPassword', { form: { username } })
  let link: string | undefined
  await expect
    .poll(async () => {
      const mailbox = await request.get('/backend/demoMailbox')
      // The contract's list of messages.
      const messages = (await mailbox.json()) as { recipient: string; text: string }[]
      const text = messages.find((message) => message.recipient === username && message.text.includes('/changePassword/'))?.text
      link = /https?:\/\/\S+/.exec(text ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

for (const locale of locales) {
  const w = words[locale]

  test(`${locale}: axe finds nothing on the screens for guests, in both themes`, async ({ page, request, expectComplaint }) => {
    test.slow()
    expectComplaint(/status of 4\d\d/)
    await readIn(page, locale)
    await page.goto('/login')
    await page.getByLabel(w.email, { exact: true }).fill('nobody@example.com')
    await page.getByLabel(w.password, { exact: true }).fill('wrong')
    await page.getByRole('button', { name: w.signIn, exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await findNothing(page, 'sign-in')

    await page.getByRole('button', { name: w.register }).click()
    const dialog = page.getByRole('dialog', { name: w.register })
    await dialog.getByRole('button', { name: w.createAccount }).click()
    await expect(dialog.getByText(w.mandatory).first()).toBeVisible()
    await dialog.getByRole('combobox', { name: w.country }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await findNothing(page, 'registration')

    await page.goto('/login/nobody%40example.com/x/resetPassword')
    await expect(page.getByRole('button', { name: w.sendLink })).toBeVisible()
    await findNothing(page, 'forgotten password')
    await page.getByRole('button', { name: w.sendLink }).click()
    await expect(page.getByText(w.onItsWay)).toBeVisible()
    await findNothing(page, 'link on its way')

    await page.goto('/login')
    await page.getByLabel(w.email, { exact: true }).fill('sms@example.com')
    await page.getByLabel(w.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: w.verificationCode })).toBeVisible()
    await findNothing(page, 'SMS code')

    await page.goto(await passwordLink(request))
    await page.getByRole('button', { name: w.changeMine }).click()
    await expect(page.getByText(w.mandatory).first()).toBeVisible()
    await findNothing(page, 'new password')
    await page.goto('/changePassword/abc')
    await expect(page.getByRole('alert')).toContainText(w.usedLink)
    await findNothing(page, 'link that is no good')
    await page.goto('/validateAccount/abc/1')
    await expect(page.getByRole('alert')).toContainText(w.notValid)
    await findNothing(page, 'account not validated')
    await page.goto('/demoMailbox')
    // The newest message is open, which may be the code above.
    await page.getByRole('button').filter({ hasText: 'newcustomer@example.com' }).first().click()
    await expect(page.getByRole('link', { name: /\/changePassword\// })).toBeVisible()
    await findNothing(page, 'mailbox')
  })

  test(`${locale}: axe finds nothing on the account screens and menus, in both themes`, async ({ page }) => {
    test.slow()
    await readIn(page, locale)
    await signIn(page, 'newcustomer')
    await page.goto('/profile')
    await expect(page.getByText(w.thisBrowser)).toBeVisible()
    await findNothing(page, 'profile')
    await page.getByRole('button', { name: w.account }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await findNothing(page, 'menu')
    await page.getByRole('menuitem', { name: w.changePassword }).click()
    await expect(page.getByRole('dialog').getByLabel(w.currentPassword)).toBeVisible()
    await findNothing(page, 'password')

    await signIn(page, 'marketing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await findNothing(page, 'staff')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await findNothing(page, 'menu of a small screen')
  })

  test(`${locale}: axe finds nothing on pending changes and on the pages of mailed links, in both themes`, async ({
    page,
    expectComplaint,
  }) => {
    test.slow()
    expectComplaint('status of 403')
    await readIn(page, locale)
    for (const path of ['/confirmAddress/abc', '/restoreAddress/abc']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText(w.oldLink)
      await findNothing(page, path)
    }
    await signIn(page, 'newcustomer')
    await page.goto('/profile')
    const main = page.locator('main')
    await main.getByLabel(w.email, { exact: true }).fill(`axe-${locale}@example.com`)
    await main.getByLabel(w.phone, { exact: true }).fill('7400 123456')
    await main.getByLabel(w.currentPassword, { exact: true }).fill('wrong')
    await main.getByRole('button', { name: w.save }).click()
    await expect(main.getByText(w.wrongPassword)).toBeVisible()
    await findNothing(page, 'password for a new address')
    await main.getByLabel(w.currentPassword, { exact: true }).fill(password)
    await main.getByRole('button', { name: w.save }).click()
    await expect(page.getByRole('dialog', { name: w.confirmPhone })).toBeVisible()
    await findNothing(page, 'code for a new phone')
    await page.keyboard.press('Escape')
    await expect(main.getByText(w.confirmAddress)).toBeVisible()
    await findNothing(page, 'address and phone that wait')
  })
}
