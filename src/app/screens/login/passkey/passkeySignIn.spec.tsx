// @module-tag rest
/** Signing in with a passkey alone, by the button or from the field of the email address. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configuration } from '../../../../../tests/component/answers.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { type FakeCalls, held } from '../../../../../tests/component/fakeApi.ts'
import { fakePasskeys, passkeyRequest, signature } from '../../../../../tests/component/passkeys.ts'
import { openApp, sessionOf } from '../../../../../tests/component/render.tsx'
import { button, credentials, field, refusing } from '../../../../../tests/component/secondStep.ts'
import { words } from '../../../../../tests/e2e/words.ts'

const w = words.en
const t = {
  passkey: 'Sign in with a passkey',
  notUsed: 'The passkey was not used. Try again, or sign in with your password first.',
  unverified: 'This passkey did not check that it was you.',
} as const

type Opened = { readonly path?: string; readonly passkeyOrigin?: string; readonly calls?: FakeCalls }

async function openSignIn({ path = '/login', passkeyOrigin = location.origin, calls = {} }: Opened = {}) {
  const home = { ...createCustomer().calls, locale: { setLocale: () => ({}) } }
  const answers = {
    configuration: { get: () => ({ ...configuration, passkeyOrigin }) },
    factorSignIn: { beginPasskey: () => passkeyRequest(), loginWithPasskey: () => sessionOf('customer'), ...calls.factorSignIn },
    authentication: calls.authentication,
  }
  return openApp(path, { calls: [home, answers] })
}

async function typePassword() {
  await field(w.email).fill(credentials.username)
  await field(w.password).fill(credentials.password)
  await userEvent.keyboard('{Enter}')
}

const topOf = (name: string) => button(name).element().getBoundingClientRect().top
const heightBelowSubmit = () => topOf('Create an account') - topOf('Sign in')

/** Passkeys are offered in the field once this resolves. */
async function openOffering(opened: Opened = {}) {
  const dialogs = fakePasskeys({ canAutofill: true })
  const app = await openSignIn(opened)
  await expect.poll(() => dialogs).toMatchObject([{ isAutofill: true }])
  return { ...app, dialogs }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the passkey’s button', () => {
  it('follows the password’s button, and signs in', async () => {
    const dialogs = fakePasskeys()
    const { sent, address } = await openSignIn({ path: '/login?redirect=%2FproductUpdate%2Findex%3Ffrom%3Dmail' })
    await expect.element(button(t.passkey)).toBeVisible()
    await expectNoAxeFindings('sign-in with a passkey')
    button(w.signIn).element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(button(t.passkey)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialogs).toMatchObject([{ isAutofill: false, allowed: [] }])
    await expect.element(button(t.passkey)).toHaveAttribute('aria-busy', 'true')
    dialogs[0]?.sign()
    await expect.poll(address).toBe('/productUpdate/index?from=mail')
    await expect.element(page.getByRole('heading', { level: 1, name: w.productUpdates })).toBeVisible()
    expect(sent('factorSignIn.beginPasskey')).toMatchObject([{ body: {} }])
    expect(sent('factorSignIn.loginWithPasskey')).toMatchObject([{ body: { signature } }])
  })

  it('says calmly that the passkey was not used, and shows where failures are shown that it was refused', async () => {
    const dialogs = fakePasskeys()
    let why: 'unverified' | 'invalid' = 'unverified'
    const loginWithPasskey = () => refusing(`passkey.${why}.error`)
    await openSignIn({ calls: { factorSignIn: { loginWithPasskey } } })
    await button(t.passkey).click()
    await expect.poll(() => dialogs).toHaveLength(1)
    dialogs[0]?.close()
    await expect.element(page.getByRole('status').getByText(t.notUsed)).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(button(t.passkey)).toHaveFocus()
    await expectNoAxeFindings('sign-in, passkey not used')
    for (const [times, reason, text] of [
      [2, 'unverified', t.unverified],
      [3, 'invalid', 'This passkey does not belong to any account here.'],
    ] as const) {
      why = reason
      await button(t.passkey).click()
      await expect.poll(() => dialogs).toHaveLength(times)
      dialogs.at(-1)?.sign()
      await expect.element(page.getByRole('alert')).toMatchTextContent(text)
      await expect.element(button(t.passkey)).toHaveFocus()
    }
    await expectNoAxeFindings('sign-in, passkey refused')
  })

  it('gives way to the address at which passkeys work', async () => {
    const dialogs = fakePasskeys({ canAutofill: true })
    const { sent } = await openSignIn({ passkeyOrigin: 'https://portal.example.com' })
    await expect.element(page.getByText('Passkeys work only at https://portal.example.com.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'https://portal.example.com' }))
      .toHaveAttribute('href', 'https://portal.example.com/login')
    await expect.element(button(t.passkey)).not.toBeInTheDocument()
    await expectNoAxeFindings('sign-in at another address')
    expect([dialogs, sent('factorSignIn.beginPasskey')]).toEqual([[], []])
  })

  it('takes a place that was kept for it, so that nothing moves', async () => {
    fakePasskeys()
    const { answer, release } = held<typeof configuration>()
    await openApp('/login', { calls: { configuration: { get: answer } } })
    await expect.element(button('Create an account')).toBeVisible()
    const before = heightBelowSubmit()
    release({ ...configuration, passkeyOrigin: location.origin })
    await expect.element(button('Sign in with a passkey')).toBeVisible()
    expect(heightBelowSubmit()).toBe(before)
  })

  it('is missing with a browser that knows no passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await openSignIn({ calls: { authentication: { beforeLogin: () => refusing('Login.error') } } })
    await typePassword()
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.wrong)
    await expect.element(button('Sign in with a passkey')).not.toBeInTheDocument()
  })
})

describe('passkeys in the field of the email address', () => {
  it('sign in once one is chosen', async () => {
    const { dialogs, address, sent } = await openOffering()
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    dialogs[0]?.sign()
    await expect.poll(address).toBe('/productUpdate/index')
    expect(sent('factorSignIn.loginWithPasskey')).toMatchObject([{ body: { signature } }])
  })

  it('are offered again after one that was refused, with the reason', async () => {
    const { dialogs } = await openOffering({ calls: { factorSignIn: { loginWithPasskey: () => refusing('passkey.unverified.error') } } })
    dialogs[0]?.sign()
    await expect.element(page.getByRole('alert')).toMatchTextContent(t.unverified)
    await expect.poll(() => dialogs).toHaveLength(2)
  })

  it('give way to the button, without a word about it', async () => {
    const { dialogs } = await openOffering()
    await button('Sign in with a passkey').click()
    await expect.poll(() => dialogs).toMatchObject([{ isAutofill: true }, { isAutofill: false }])
    expect(dialogs.map(({ isOpen }) => isOpen())).toEqual([false, true])
    await expect.element(page.getByText(t.notUsed)).not.toBeInTheDocument()
  })

  it('are offered no longer while the password is checked, nor on another view', async () => {
    const { answer, release } = held<never>()
    const { dialogs } = await openOffering({ calls: { authentication: { beforeLogin: answer } } })
    await typePassword()
    await expect.poll(() => dialogs[0]?.isOpen()).toBe(false)
    release(Response.json({ message: 'Login.error' }, { status: 401 }) as never) // What the server sends for a wrong password.
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.wrong)
    await expect.poll(() => dialogs.map(({ isOpen }) => isOpen())).toEqual([false, true])
    await button('Forgot your password?').click()
    await expect.poll(() => dialogs[1]?.isOpen()).toBe(false)
  })

  it('are silent where the server refuses, and leave the button as it is', async () => {
    const dialogs = fakePasskeys({ canAutofill: true })
    const { sent } = await openSignIn({ calls: { factorSignIn: { beginPasskey: () => refusing('too.many.requests.error') } } })
    await expect.poll(() => sent('factorSignIn.beginPasskey')).toHaveLength(1)
    await expect.element(button('Sign in with a passkey')).not.toHaveAttribute('aria-busy')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(dialogs).toEqual([])
    await button('Sign in with a passkey').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Too many')
  })

  it('are asked for anew before the server has forgotten them, while the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { dialogs } = await openOffering()
    const visibility = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    await expect.poll(() => dialogs.map(({ isOpen }) => isOpen())).toEqual([false, true])
    visibility.mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    await expect.poll(() => dialogs.map(({ isOpen }) => isOpen())).toEqual([false, false])
    visibility.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => dialogs.map(({ isOpen }) => isOpen())).toEqual([false, false, true])
  })
})
