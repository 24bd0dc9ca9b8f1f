// @module-tag rest
/** The second step of the sign-in with a passkey, an authenticator app or a recovery code. */
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { fakePasskeys, signature } from '../../../../../tests/component/passkeys.ts'
import { sessionOf } from '../../../../../tests/component/render.tsx'
import { button, credentials, field, reachSecondStep, refusing } from '../../../../../tests/component/secondStep.ts'
import { words } from '../../../../../tests/e2e/words.ts'

const w = words.en
const t = {
  title: 'Confirm your identity',
  passkey: 'Use a passkey',
  recoveryCode: 'Use a recovery code',
  recoveryField: 'Recovery code',
  notUsed: 'The passkey was not used. Please try again.',
  again: 'Your confirmation was valid for two minutes only. Please confirm once more.',
  lost: 'Lost access to all of these? An administrator can reset them.',
  otherAddress: 'Passkeys work only at https://portal.example.com.',
  unusable: 'This account needs its passkey, which cannot be used in this browser or at this address.',
} as const
const checkFactor = () => refusing('code.invalid.error', { invalidField: 'code' })

describe('the second step', () => {
  it('asks for a passkey first, calmly where it was not used, then by choice for a code of the app or a recovery code', async () => {
    const dialogs = fakePasskeys()
    await reachSecondStep({ calls: { factorSignIn: { checkFactor } } })
    await expect.element(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    await expect.element(button(t.passkey)).toHaveFocus()
    await expect
      .element(page.getByRole('paragraph').filter({ hasText: t.lost }))
      .toMatchTextContent(/Contact us: https:\/\/support\.example\.com\/$/)
    // The browser's dialog opens on a click only.
    expect(dialogs).toEqual([])
    await expectNoAxeFindings('second step, passkey')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialogs).toMatchObject([{ isAutofill: false, allowed: ['own'] }])
    dialogs[0]?.close()
    await expect.element(page.getByRole('status').getByText(t.notUsed)).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(button(t.passkey)).toHaveFocus()
    await expectNoAxeFindings('second step, passkey not used')
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(field(w.code)).toHaveFocus()
    await expect.element(field(w.code)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(field(w.code)).toHaveAttribute('inputmode', 'numeric')
    await userEvent.keyboard('000 000{Enter}')
    await expect.element(field(w.code)).toHaveAccessibleDescription(w.wrongCode)
    await expect.element(field(w.code)).toHaveFocus()
    await expectNoAxeFindings('second step, wrong code')
    await button(t.recoveryCode).click()
    await expect.element(field(t.recoveryField)).toHaveFocus()
    await expect.element(field(t.recoveryField)).toHaveAttribute('spellcheck', 'false')
    await expect.element(field(t.recoveryField)).toHaveStyle({ textTransform: 'uppercase' })
    await expectNoAxeFindings('second step, recovery code')
    await button(t.passkey).click()
    await expect.element(button(t.passkey)).toHaveFocus()
  })

  it('leads from the SMS code to the other methods and back, with the code field as it was', async () => {
    const { sent } = await reachSecondStep({ hasSms: true, factors: ['totp', 'recoveryCode'] })
    await expect.element(page.getByRole('heading', { level: 1, name: w.verificationCode })).toBeVisible()
    await expectNoAxeFindings('SMS code beside other methods')
    await button('Use another method').click()
    await expect.element(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    await expect.element(button(t.passkey)).not.toBeInTheDocument()
    await button('Use the code sent by SMS').click()
    await expect.element(page.getByText(/\+33 •+/)).toBeVisible()
    await expect.element(page.getByText(w.nextCode)).toBeVisible()
    expect(sent('authentication.beforeLogin')).toHaveLength(1)
  })

  it('says where passkeys work, and asks for a code here', async () => {
    await reachSecondStep({ passkeyOrigin: 'https://portal.example.com' })
    await expect.element(field(w.code)).toHaveFocus()
    await expect.element(page.getByText(t.otherAddress)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'https://portal.example.com' }))
      .toHaveAttribute('href', 'https://portal.example.com/login')
    await expect.element(button(t.passkey)).not.toBeInTheDocument()
    await expectNoAxeFindings('second step at another address')
  })

  it('does not leave somebody without a word whose only passkey cannot be used here', async () => {
    await reachSecondStep({ factors: ['passkey'], passkeyOrigin: 'https://portal.example.com' })
    await expect.element(page.getByText(t.unusable)).toBeVisible()
    await expect.element(page.getByText(t.otherAddress)).toBeVisible()
    await expectNoAxeFindings('second step without a usable passkey')
    await button(w.anotherAccount).click()
    await expect.element(field(w.email)).toHaveValue('')
  })

  it('names nobody to ask where there is no contact', async () => {
    await reachSecondStep({ contactUrl: null })
    await expect.element(page.getByRole('paragraph').filter({ hasText: t.lost })).toBeVisible()
    await expect.element(page.getByText(/contact/i)).not.toBeInTheDocument()
  })

  it('asks once more for a code of the app, and says why, when the confirmation is too old', async () => {
    let isTooOld = true
    const login = () => (isTooOld ? refusing('factor.required.error') : sessionOf('customer'))
    const { sent, address } = await reachSecondStep({ factors: ['totp'], calls: { authentication: { login } } })
    await userEvent.keyboard('123456{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(t.again)
    await expect.element(field(w.code)).toHaveValue('')
    await expectNoAxeFindings('second step once more')
    isTooOld = false
    await field(w.code).fill('654 321')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/productUpdate/index')
    const bodies = ['123456', '654321'].map((code) => ({ body: { ...credentials, proof: { kind: 'totp', code } } }))
    expect(sent('factorSignIn.checkFactor')).toMatchObject(bodies)
  })

  it('is done by a passkey, which can be tried again', async () => {
    const dialogs = fakePasskeys()
    const { sent, address } = await reachSecondStep()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialogs).toHaveLength(1)
    dialogs[0]?.close()
    await expect.element(page.getByText(t.notUsed)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialogs).toHaveLength(2)
    await expect.element(page.getByText(t.notUsed)).not.toBeInTheDocument()
    dialogs[1]?.sign()
    await expect.poll(address).toBe('/productUpdate/index')
    expect(sent('factorSignIn.beginPasskey')[0]).toMatchObject({ body: { credentials } })
    expect(sent('factorSignIn.checkFactor')).toMatchObject([{ body: { ...credentials, proof: { kind: 'passkey', signature } } }])
  })

  it('is done by a recovery code with or without its dashes', async () => {
    const { sent, address } = await reachSecondStep()
    await button(t.recoveryCode).click()
    await expect.element(field(t.recoveryField)).toHaveFocus()
    await userEvent.keyboard('abcd-efgh jkmn-o1il{Enter}')
    await expect.poll(address).toBe('/productUpdate/index')
    expect(sent('factorSignIn.checkFactor')).toMatchObject([{ body: { proof: { kind: 'recoveryCode', code: 'ABCDEFGHJKMN0111' } } }])
  })

  it('does not use up another recovery code where only the sign-in after it failed', async () => {
    let isAway = true
    const login = () => (isAway ? refusing('network.offline.error') : sessionOf('customer'))
    const { sent, address } = await reachSecondStep({ factors: ['recoveryCode'], calls: { authentication: { login } } })
    await userEvent.keyboard('ABCD-EFGH-JKMN-PQRS{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.unreachable)
    isAway = false
    await button('Continue').click()
    await expect.poll(address).toBe('/productUpdate/index')
    expect(sent('factorSignIn.checkFactor')).toHaveLength(1)
  })

  it('closes the browser’s dialog when another method is chosen', async () => {
    const dialogs = fakePasskeys()
    await reachSecondStep()
    await button('Use a passkey').click()
    await expect.poll(() => dialogs).toHaveLength(1)
    await button('Use your authenticator app').click()
    await expect.element(field('Code')).toHaveFocus()
    await expect.poll(() => dialogs[0]?.isOpen()).toBe(false)
  })

  it('says what is wrong with a passkey, and with an account that is locked', async () => {
    const dialogs = fakePasskeys()
    let code: 'passkey.invalid.error' | 'account.locked.error' = 'passkey.invalid.error'
    await reachSecondStep({ calls: { factorSignIn: { checkFactor: () => refusing(code) } } })
    await button('Use a passkey').click()
    await expect.poll(() => dialogs).toHaveLength(1)
    dialogs[0]?.sign()
    await expect.element(page.getByRole('alert')).toMatchTextContent('This passkey does not belong to any account here.')
    code = 'account.locked.error'
    await button('Use your authenticator app').click()
    await field('Code').fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('locked')
  })

  it('asks for a code in a browser that knows no passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await reachSecondStep()
    await expect.element(field('Code')).toHaveFocus()
    await expect.element(button('Use a passkey')).not.toBeInTheDocument()
    vi.unstubAllGlobals()
  })
})
