/** The sign-in screen with its three views and the registration. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterPassword } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createCustomer } from '../../../../tests/component/customer.ts'
import type { FakeCalls, SeenCall } from '../../../../tests/component/fakeApi.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { words } from '../../../../tests/e2e/words.ts'
import type { Locale } from '../../../contract/rules.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { chooseLocale } from '../../i18n/i18n.ts'
import { signOut } from '../../session/session.ts'

const noCode = { displayCodeValidation: false, phoneNumber: null, resendInSeconds: null }
const withCode = { displayCodeValidation: true, phoneNumber: '+33 ••••••• 04', resendInSeconds: 60 }

function refusing(code: ErrorCode): FakeCalls['authentication'] {
  return {
    beforeLogin: () => {
      throw new AppError(code)
    },
  }
}
const refuse = () => {
  throw new AppError('not.authenticated')
}
const accepting: FakeCalls['authentication'] = { beforeLogin: () => noCode, login: () => sessionOf('customer') }
const home: FakeCalls = { ...createCustomer().calls, locale: { setLocale: () => ({}) } }
const field = (label: string) => page.getByLabelText(label, { exact: true })

async function signIn(calls: FakeCalls) {
  const app = await openApp('/login', { calls })
  await enterPassword()
  return app
}

describe('the sign-in', () => {
  const w = words.en

  it('shows missing values on their fields, without a call to the server [T36]', { tags: 'rest' }, async () => {
    const { seen } = await openApp('/login')
    await page.getByRole('button', { name: w.signIn, exact: true }).click()
    await expect.element(page.getByText(w.mandatory)).toHaveLength(2)
    await expect.element(field(w.email)).toHaveFocus()
    expect(seen.filter(({ name }) => name.startsWith('authentication'))).toEqual([])
  })

  it('says why somebody has to sign in who did not sign out, and nothing to those who did', { tags: 'rest' }, async () => {
    const calls = { user: { getProfile: refuse }, authentication: { refresh: refuse, logout: () => ({}) } }
    await openApp('/login', { calls })
    sessionStore.write(sessionOf('customer'))
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    await expect.element(page.getByText(w.sessionEnded)).toBeVisible()
    await expectNoAxeFindings('session ended')
    sessionStore.write(sessionOf('customer'))
    await signOut()
    await expect.element(page.getByText(w.sessionEnded)).not.toBeInTheDocument()
  })

  it('goes by the keyboard from the email to the password, and only then to the link for a forgotten one', { tags: 'rest' }, async () => {
    await openApp('/login')
    await field(w.email).click()
    await userEvent.keyboard('{Tab}')
    await expect.element(field(w.password)).toHaveFocus()
    // The button that shows the password belongs to its field.
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(page.getByRole('button', { name: w.forgot })).toHaveFocus()
  })

  it('says why it refuses, keeps what was typed, and signs in once nothing is wrong [T290] [T291]', async () => {
    let refusal: ErrorCode | null = 'Login.error'
    const beforeLogin = () => {
      if (refusal !== null) throw new AppError(refusal)
      return noCode
    }
    const { address } = await signIn({ ...home, authentication: { ...accepting, beforeLogin } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.wrong)
    await expectNoAxeFindings('sign-in refused')
    for (const [code, text] of [
      ['network.offline.error', w.unreachable],
      ['internal.server.error', 'An error occurred during, please try again.'],
    ] as const) {
      refusal = code
      await page.getByRole('button', { name: w.signIn, exact: true }).click()
      await expect.element(page.getByRole('alert')).toMatchTextContent(text)
      await expect.element(field(w.email)).toHaveValue('customer@example.com')
    }
    refusal = null
    await page.getByRole('button', { name: w.signIn, exact: true }).click()
    await expect.poll(address).toBe('/productUpdate/index')
    await expect.element(page.getByRole('heading', { level: 1, name: w.productUpdates })).toBeVisible()
  })

  it('resends the validation email for an account that is not validated [T237]', { tags: 'rest' }, async () => {
    const { seen } = await signIn({
      authentication: { ...refusing('account.not.validated.error'), resendValidateAccountMail: () => ({}) },
    })
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.notValidated)
    await page.getByRole('button', { name: w.resend }).click()
    await expect.element(page.getByText(w.resent)).toBeVisible()
    expect(seen.at(-1)).toMatchObject({
      name: 'authentication.resendValidateAccountMail',
      parts: { body: { username: 'customer@example.com' } },
    })
  })

  it('accepts a pasted SMS code, refuses a wrong or expired one, and lets another account sign in [T40]', async () => {
    let answer: ErrorCode | null = 'code.invalid.error'
    const checkSmsCode = () => {
      if (answer !== null) throw new AppError(answer, { invalidField: 'code' })
      return {}
    }
    const { address } = await signIn({ ...home, authentication: { ...accepting, beforeLogin: () => withCode, checkSmsCode } })
    await expect.element(page.getByRole('heading', { name: w.verificationCode })).toBeVisible()
    await expect.element(page.getByText(/\+33 •+/)).toBeVisible()
    await expect.element(page.getByText(w.nextCode)).toBeVisible()
    await expect.element(field(w.code)).toHaveFocus()
    await expect.element(field(w.code)).toHaveAttribute('autocomplete', 'one-time-code')
    await expectNoAxeFindings('SMS code')
    await field(w.code).fill('000000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(w.wrongCode)).toBeVisible()
    await expect.element(field(w.code)).toHaveFocus()
    answer = 'code.expired.error'
    await field(w.code).fill('111111')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(w.expiredCode)).toBeVisible()

    await page.getByRole('button', { name: w.anotherAccount }).click()
    await enterPassword()
    answer = null
    await field(w.code).fill('123 456 is your code')
    await expect.element(field(w.code)).toHaveValue('123456')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/productUpdate/index')
  })

  it('sends another code once the server allows it', { tags: 'rest' }, async () => {
    let resendInSeconds = 1
    const { seen } = await signIn({ authentication: { beforeLogin: () => ({ ...withCode, resendInSeconds }) } })
    await expect.element(page.getByRole('heading', { name: w.verificationCode })).toBeVisible()
    resendInSeconds = 60
    await page.getByRole('button', { name: w.anotherCode }).click()
    await expect.element(page.getByText(w.nextCode)).toBeVisible()
    expect(seen.filter(({ name }) => name === 'authentication.beforeLogin')).toHaveLength(2)
  })

  it('mails a link to a new password, and shows the same text for every address [T39]', async () => {
    await openApp('/login/nobody%40example.com/x/resetPassword', { calls: { forgotPassword: { resetPassword: () => ({}) } } })
    await expect.element(page.getByRole('heading', { name: w.forgot })).toBeVisible()
    await expect.element(field(w.email)).toHaveValue('nobody@example.com')
    await expectNoAxeFindings('forgotten password')
    await page.getByRole('button', { name: w.sendLink }).click()
    await expect.element(page.getByText(w.onItsWay)).toBeVisible()
    await expectNoAxeFindings('link on its way')
    await page.getByRole('button', { name: w.backToSignIn }).click()
    await expect.element(field(w.email)).toHaveValue('nobody@example.com')
  })
})

// session/safeRedirect.test.ts has every kind of address.
it.each([
  ['the requested page', '/login?redirect=%2Fprofile', '/profile', 'Profile'],
  ['the update page, never another site', '/login?redirect=%2F%5Cevil.example%2F', '/productUpdate/index', 'Product updates'],
])('opens %s after signing in', async (_, path, opened, title) => {
  const calls = { ...home, authentication: accepting, user: { getPhonePrefixes: () => [] }, session: { getOwn: () => [] } }
  const { address } = await openApp(path, { calls })
  await enterPassword()
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(address()).toBe(opened)
})

const answering = (locale: Locale): FakeCalls => ({
  ...home,
  authentication: { ...accepting, login: () => ({ ...sessionOf('customer'), locale }) },
})
const storedLocales = (seen: readonly SeenCall[]) => seen.filter(({ name }) => name === 'locale.setLocale')

describe('the language after signing in', { tags: 'rest' }, () => {
  it('is the account’s, which stays as it is', async () => {
    const { seen } = await openApp('/login', { calls: answering('fr') })
    await enterPassword()
    await expect.element(page.getByRole('heading', { level: 1, name: words.fr.productUpdates })).toBeVisible()
    expect(storedLocales(seen)).toEqual([])
  })

  it('is the one chosen before, which the account gets', async () => {
    const { seen } = await openApp('/login', { calls: answering('en') })
    await page.getByRole('button', { name: 'Français' }).click()
    await enterPassword('customer', 'fr')
    await expect.element(page.getByRole('heading', { level: 1, name: words.fr.productUpdates })).toBeVisible()
    await expect.poll(() => storedLocales(seen)).toMatchObject([{ parts: { body: { locale: 'fr' } } }])
  })

  it('is the one chosen on an earlier visit, without a change of the account', async () => {
    await chooseLocale('fr')
    const { seen } = await openApp('/login', { calls: answering('en'), locale: 'fr' })
    await enterPassword('customer', 'fr')
    await expect.element(page.getByRole('heading', { level: 1, name: words.fr.productUpdates })).toBeVisible()
    expect(storedLocales(seen)).toEqual([])
  })

  it('is a choice made after a sign-in in another tab, and not the guest’s before', async () => {
    const calls = answering('en')
    const { seen } = await openApp('/login', { calls: { ...calls, authentication: { ...calls.authentication, logout: () => ({}) } } })
    await page.getByRole('button', { name: 'Français' }).click()
    await expect.element(field(words.fr.password)).toBeVisible()
    sessionStore.write(sessionOf('customer'))
    await page.getByRole('button', { name: 'English' }).click()
    await expect.poll(() => storedLocales(seen)).toMatchObject([{ parts: { body: { locale: 'en' } } }])
    await signOut()
    await enterPassword()
    await expect.element(page.getByRole('heading', { level: 1, name: words.en.productUpdates })).toBeVisible()
    expect(storedLocales(seen)).toHaveLength(1)
  })

  it('is the one chosen last in another tab, which the account gets', async () => {
    const { seen } = await openApp('/login', { calls: answering('fr') })
    await page.getByRole('button', { name: 'Français' }).click()
    await expect.element(field(words.fr.password)).toBeVisible()
    localStorage.setItem('fieldport.locale', 'en')
    await enterPassword('customer', 'fr')
    await expect.element(page.getByRole('heading', { level: 1, name: words.en.productUpdates })).toBeVisible()
    await expect.poll(() => storedLocales(seen)).toMatchObject([{ parts: { body: { locale: 'en' } } }])
  })
})
