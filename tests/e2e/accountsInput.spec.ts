/** Unusual input in the account forms: errors on their fields, and a layout that stays intact on a phone. */
import type { Locator, Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { expect, signIn, test } from './portal.ts'
import { readIn, type Words, words } from './words.ts'

const bad = {
  tooLong: 'x'.repeat(251),
  emoji: '🦊🪙',
  rightToLeft: 'עִבְרִית',
  /** Makes the text after it read from right to left. */
  turned: '\u202Emoc.live',
  script: '<script>alert(1)</script>',
  nul: 'a\0b',
} as const

/** A page that scrolls sideways has a broken layout. */
async function expectNoOverflow(page: Page): Promise<void> {
  const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }))
  expect(width).toBeLessThanOrEqual(room)
}

/** Fills in a field, submits the form, and returns the error below the field. */
async function errorOf(form: Locator, field: Locator, typed: string, send: string): Promise<string> {
  await field.fill(typed)
  await form.getByRole('button', { name: send }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const described = await field.getAttribute('aria-describedby')
  return form.locator(`[id="${described?.split(' ').at(-1) ?? ''}"]`).innerText()
}

for (const locale of locales) {
  const w: Words = words[locale]

  test(`${locale}: the registration shows errors of unusual input on their fields, and accepts names in any script`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint('status of 403')
    await page.setViewportSize({ width: 390, height: 844 })
    await readIn(page, locale)
    await page.goto('/login')
    await page.getByRole('button', { name: w.register }).click()
    const dialog = page.getByRole('dialog', { name: w.register })
    const error = (label: string, typed: string) => errorOf(dialog, dialog.getByLabel(label, { exact: true }), typed, w.createAccount)
    for (const label of [w.firstname, w.lastname]) {
      expect(await error(label, bad.tooLong)).toBe(w.tooLong)
      expect(await error(label, '   ')).toBe(w.mandatory)
      for (const typed of [bad.nul, bad.turned]) expect(await error(label, typed)).toBe(w.unusable)
      for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) {
        const field = dialog.getByLabel(label, { exact: true })
        await field.fill(typed)
        await expect(field).toHaveAttribute('aria-invalid', 'false')
      }
    }
    expect(await error(w.email, `${'x'.repeat(251)}@example.org`)).toBe(w.tooLong)
    for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) expect(await error(w.email, typed)).toBe(w.badAddress)
    for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) expect(await error(w.phone, typed)).toBe(w.badPhone)
    expect(await error(w.phone, bad.tooLong)).toBe(w.tooLong)
    expect(await error(w.password, '🦊')).toBe(w.shortPassword)
    expect(await error(w.password, 'x'.repeat(257))).toBe(w.tooLong)
    await expectNoOverflow(page)
  })

  test(`${locale}: a profile shows errors of unusual input on their fields, and shows the longest names in any script without breaking the layout`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint('status of 403')
    await page.setViewportSize({ width: 390, height: 844 })
    await readIn(page, locale)
    await signIn(page, 'newcustomer', /\/productUpdate\/index$/)
    await page.goto('/profile')
    const main = page.locator('main')
    const field = (label: string) => main.getByLabel(label, { exact: true })
    expect(await errorOf(main, field(w.lastname), bad.tooLong, w.save)).toBe(w.tooLong)
    for (const typed of [bad.nul, bad.turned]) expect(await errorOf(main, field(w.lastname), typed, w.save)).toBe(w.unusable)
    expect(await errorOf(main, field(w.email), bad.script, w.save)).toBe(w.badAddress)
    await field(w.email).fill('newcustomer@example.com')
    await field(w.firstname).fill(`${bad.rightToLeft} ${bad.emoji} ${bad.script}`)
    const longest = `${locale}${'W'.repeat(248)}`
    await field(w.lastname).fill(longest)
    await main.getByRole('button', { name: w.save }).click()
    await expect(page.getByText(w.saved)).toBeVisible()
    await page.reload()
    await expect(field(w.lastname)).toHaveValue(longest)
    await expect(field(w.firstname)).toHaveValue(`${bad.rightToLeft} ${bad.emoji} ${bad.script}`)
    await expectNoOverflow(page)
  })
}
