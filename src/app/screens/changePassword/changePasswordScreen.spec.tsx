import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { failing } from '../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { words } from '../../../../tests/e2e/words.ts'
import { passwordMinLength } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'

/** As long as a real one: the contract's schema accepts no other length. */
const token = 'x'.repeat(43)
const refuse = () => {
  throw new AppError('password.token.invalid.error')
}

describe('the mailed link to a new password', () => {
  const w = words.en

  it('accepts a new password, typed twice, and then hides the form [T2]', async () => {
    const forgotPassword = { checkUpdatePasswordToken: () => ({ passwordMinLength }), updatePasswordFromEmail: () => ({}) }
    const { seen } = await openApp(`/changePassword/${token}`, { calls: { forgotPassword } })
    await page.getByRole('button', { name: w.changeMine }).click()
    await expect.element(page.getByText(w.mandatory).first()).toBeVisible()
    await expectNoAxeFindings('new password')
    await page.getByLabelText(w.newPassword, { exact: true }).fill('huit-lampes-rouges')
    await page.getByLabelText(w.repeat, { exact: true }).fill('huit-lampes-rouges')
    await page.getByRole('button', { name: w.changeMine }).click()
    await expect.element(page.getByText(w.changed)).toBeVisible()
    await expect.element(page.getByRole('button', { name: w.changeMine })).not.toBeInTheDocument()
    const body = { token, newPassword: 'huit-lampes-rouges', newPasswordRepeat: 'huit-lampes-rouges' }
    expect(seen.at(-1)).toMatchObject({ name: 'forgotPassword.updatePasswordFromEmail', parts: { body } })
  })

  it('shows that it is no longer valid, and offers another one [T304]', async () => {
    await openApp('/changePassword/abc', { calls: { forgotPassword: { checkUpdatePasswordToken: refuse } } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.usedLink)
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
    await expectNoAxeFindings('link that is no good')
    await page.getByRole('alert').getByRole('button').click()
    await expect.element(page.getByRole('heading', { name: w.forgot })).toBeVisible()
  })

  it('shows any other failure as a server error, with a button to try again [T305]', async () => {
    const { answer, end } = failing(() => ({ passwordMinLength }), 'service.unavailable.error')
    await openApp(`/changePassword/${token}`, { calls: { forgotPassword: { checkUpdatePasswordToken: answer } } })
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent('Server error')
    end()
    await alert.getByRole('button').click()
    await expect.element(page.getByLabelText(w.newPassword, { exact: true })).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })
})
