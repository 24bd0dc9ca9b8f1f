import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { words } from '../../../../tests/e2e/words.ts'
import { AppError } from '../../../errors.ts'

/** As long as a real one: the contract's schema accepts no other length. */
const token = 'x'.repeat(43)
const refuse = () => {
  throw new AppError('ValidateAccount.error')
}

describe('the mailed link that validates an account', () => {
  const w = words.en

  it('validates it at once, with one call however often the page is rendered, and leads to the sign-in for the password [T3]', async () => {
    const calls = { authentication: { validateAccount: () => ({ username: 'zoe@example.org' }) } }
    const { sent, address } = await openApp(`/validateAccount/${token}/7`, { calls })
    await expect.element(page.getByText(w.validated)).toBeVisible()
    expect(sent('authentication.validateAccount')).toMatchObject([{ body: { token, userId: 7 } }])
    await page.getByRole('link', { name: w.backToSignIn }).click()
    await expect.element(page.getByLabelText(w.email, { exact: true })).toHaveValue('zoe@example.org')
    await expect.element(page.getByLabelText(w.password, { exact: true })).toHaveFocus()
    expect(address()).toBe('/login')
  })

  it('shows that the validation failed, with a link to the sign-in [T43]', async () => {
    const { address } = await openApp('/validateAccount/abc/1', { calls: { authentication: { validateAccount: refuse } } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(w.notValid)
    await expectNoAxeFindings('account not validated')
    await page.getByRole('link', { name: w.backToSignIn }).click()
    await expect.poll(address).toBe('/login')
  })
})
