// @module-tag rest
/** The registration: errors of the form and of the server on their fields, and no typed value lost. */
import { toast } from 'sonner'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { awkwardTexts, errorOf, expectNoOverflow, phonePrefixes } from '../../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { SeenCall } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { words } from '../../../../../tests/e2e/words.ts'
import { toastLongMs } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'

const bad = awkwardTexts

describe('the registration', () => {
  const w = words.en
  const dialog = () => page.getByRole('dialog', { name: w.register })
  const field = (label: string) => dialog().getByLabelText(label, { exact: true })
  let isTaken = true
  let seen: readonly SeenCall[] = []

  beforeEach(async () => {
    isTaken = true
    const register = {
      getPhonePrefixes: () => [...phonePrefixes],
      register() {
        if (isTaken) throw new AppError('email.already.exists.error', { invalidField: 'username' })
        return {}
      },
    }
    const authentication = { resendValidateAccountMail: () => ({}) }
    ;({ seen } = await openApp('/login', { calls: { register, authentication } }))
    await page.getByRole('button', { name: w.register }).click()
  })

  async function fill(): Promise<void> {
    await field(w.firstname).fill('Zoé')
    await field(w.lastname).fill('Étienne')
    await field(w.email).fill('zoe@example.org')
    await dialog().getByRole('combobox', { name: w.country }).click()
    await userEvent.keyboard('franc')
    await page.getByRole('option', { name: w.france }).first().click()
    // The country's prefix comes with it.
    await expect.element(dialog().getByRole('combobox', { name: w.prefix })).toMatchTextContent('+33')
    await field(w.phone).fill('06 12 34 56 78')
    await field(w.password).fill('sept-chaises-vertes')
    await field(w.repeat).fill('sept-chaises-vertes')
  }

  it('shows each error on its field, keeps what was typed, and creates the account [T37]', async () => {
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(dialog().getByText(w.mandatory)).toHaveLength(8)
    await expect.element(field(w.firstname)).toHaveFocus()
    await fill()
    await field(w.phone).fill('06 12')
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(dialog().getByText(w.badPhone)).toBeVisible()
    await field(w.phone).fill('06 12 34 56 78')
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(dialog().getByText(w.taken)).toBeVisible()
    await expect.element(field(w.email)).toHaveFocus()
    await expect.element(field(w.lastname)).toHaveValue('Étienne')
    isTaken = false
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(page.getByText(w.created)).toBeVisible()
    expect(toast.getToasts()).toMatchObject([{ duration: toastLongMs }])
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('then says where the mail went, sends another one, and leads back to what was typed', async () => {
    isTaken = false
    await fill()
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: w.checkMail })).toBeVisible()
    await expect.element(page.getByRole('main')).toMatchTextContent('zoe@example.org')
    await expectNoAxeFindings('mail of a registration')
    await page.getByRole('button', { name: w.resend }).click()
    await expect.element(page.getByText(w.resent)).toBeVisible()
    expect(seen.at(-1)).toMatchObject({
      name: 'authentication.resendValidateAccountMail',
      parts: { body: { username: 'zoe@example.org' } },
    })

    await page.getByRole('button', { name: w.changeAddress }).click()
    await expect.element(field(w.email)).toHaveFocus()
    await expect.element(field(w.lastname)).toHaveValue('Étienne')
    await expect.element(field(w.repeat)).toHaveValue('sept-chaises-vertes')
    await field(w.email).fill('zoe.etienne@example.org')
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(page.getByRole('main')).toMatchTextContent('zoe.etienne@example.org')
    const sent = seen.filter(({ name }) => name === 'register.register')
    expect(sent).toMatchObject([
      { parts: { body: { username: 'zoe@example.org' } } },
      { parts: { body: { username: 'zoe.etienne@example.org' } } },
    ])

    await page.getByRole('button', { name: w.backToSignIn }).click()
    await expect.element(page.getByLabelText(w.email, { exact: true })).toHaveValue('zoe.etienne@example.org')
    await expect.element(page.getByLabelText(w.password, { exact: true })).toHaveFocus()
  })

  it('leads back to where the mail went, and says once that the account has been created', async () => {
    isTaken = false
    await fill()
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(page.getByText(w.created)).toBeVisible()
    toast.dismiss()

    const headline = page.getByRole('heading', { level: 1, name: w.checkMail })
    const change = page.getByRole('button', { name: w.changeAddress })
    await change.click()
    await expect.element(field(w.email)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(headline).toHaveFocus()
    // Somebody who sends the same again.
    isTaken = true
    await change.click()
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(dialog().getByText(w.taken)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(headline).toHaveFocus()
    await expect.element(page.getByRole('main')).toMatchTextContent('zoe@example.org')
    await expect.element(page.getByRole('button', { name: w.resend })).toBeVisible()

    await page.getByRole('button', { name: 'Français' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: words.fr.checkMail })).toBeVisible()
    expect(toast.getToasts()).toEqual([])
  })

  it('asks before what was typed is lost', async () => {
    await field(w.firstname).fill('Zoé')
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('alertdialog', { name: w.leaveWithoutSaving })
    await question.getByRole('button', { name: w.cancel }).click()
    await expect.element(field(w.firstname)).toHaveValue('Zoé')
  })

  it('accepts names in any script, and refuses text that cannot be stored, on a phone as well [T296]', async () => {
    await page.viewport(390, 844)
    const error = (label: string, typed: string) => errorOf(field(label), typed, dialog().getByRole('button', { name: w.createAccount }))
    for (const label of [w.firstname, w.lastname]) {
      expect(await error(label, bad.tooLong)).toBe(w.tooLong)
      expect(await error(label, '   ')).toBe(w.mandatory)
      for (const typed of [bad.nul, bad.turned]) expect(await error(label, typed)).toBe(w.unusable)
      for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) {
        await field(label).fill(typed)
        await expect.element(field(label)).toHaveAttribute('aria-invalid', 'false')
      }
    }
    expect(await error(w.email, `${'x'.repeat(251)}@example.org`)).toBe(w.tooLong)
    for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) expect(await error(w.email, typed)).toBe(w.badAddress)
    for (const typed of [bad.emoji, bad.rightToLeft, bad.script]) expect(await error(w.phone, typed)).toBe(w.badPhone)
    expect(await error(w.phone, bad.tooLong)).toBe(w.tooLong)
    expect(await error(w.password, '🦊')).toBe(w.shortPassword)
    expect(await error(w.password, 'x'.repeat(257))).toBe(w.tooLong)
    expectNoOverflow()
  })

  it('has no axe finding, with errors and an open list of countries', async () => {
    await dialog().getByRole('button', { name: w.createAccount }).click()
    await expect.element(dialog().getByText(w.mandatory).first()).toBeVisible()
    await dialog().getByRole('combobox', { name: w.country }).click()
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await expectNoAxeFindings('registration')
  })
})
