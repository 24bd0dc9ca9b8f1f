/** The two mailed links of an address change: one confirms it, the other undoes it. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { words } from '../../../../tests/e2e/words.ts'
import { passwordMinLength } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'

/** As long as a real one: the contract's schema accepts no other length. */
const token = 'x'.repeat(43)
const fresh = 'moved@example.com'
const old = 'customer@example.com'
const refuse = () => {
  throw new AppError('contact.link.invalid.error')
}

describe('the links of a change of address', () => {
  const w = words.en

  it('confirm a new address while a user is signed in [T4]', async () => {
    await openApp(`/confirmAddress/${token}`, {
      calls: { contact: { confirmUsername: () => ({ id: 1, username: fresh }) } },
      as: 'customer',
    })
    await expect.element(page.getByText(w.addressChanged)).toBeVisible()
    await expect.element(page.getByText(fresh)).toBeVisible()
    await expect.element(page.getByRole('link', { name: w.toProfile })).toHaveAttribute('href', '/profile')
    await expectNoAxeFindings('address confirmed')
  })

  it('restore an account’s old address, with a new password [T5]', async () => {
    const contact = { checkRestore: () => ({ username: old, passwordMinLength }), restore: () => ({ id: 1, username: old }) }
    await openApp(`/restoreAddress/${token}`, { calls: { contact } })
    await expect.element(page.getByRole('heading', { name: w.recoverAccount })).toBeVisible()
    await expect.element(page.getByText(old)).toBeVisible()
    await page.getByLabelText(w.newPassword, { exact: true }).fill('neuf-cerises-au-miel')
    await page.getByLabelText(w.repeat).fill('neuf-cerises-au-miel')
    await page.getByRole('button', { name: w.recoverButton }).click()
    await expect.element(page.getByText(w.accountRecovered)).toBeVisible()
    await expectNoAxeFindings('account taken back')
  })

  it.each(['/confirmAddress/abc', '/restoreAddress/abc'])(
    'show at %s that they are no longer valid, to guests and to signed-in users',
    async (path) => {
      for (const as of [undefined, 'customer'] as const) {
        await openApp(path, { calls: { contact: { confirmUsername: refuse, checkRestore: refuse } }, ...(as && { as }) })
        await expect.element(page.getByRole('alert')).toMatchTextContent(w.oldLink)
        await expectNoAxeFindings(`${path} of ${as ?? 'a guest'}`)
      }
    },
  )
})
