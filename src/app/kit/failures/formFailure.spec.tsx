/** Errors that only the maker can help with: they say where to ask, or do not ask anybody to. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawWithoutContact } from '../../../../tests/component/drawWithoutContact.ts'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { AppError } from '../../../errors.ts'
import { FormFailure } from './FormFailure.tsx'

const said = () => page.getByRole('alert')

it.each(['account.full.error', 'account.locked.error', 'phone.unprovable.error', 'warranty.purchase.fixed.error'] as const)(
  '%s names the address to ask, and nobody where there is none',
  async (code) => {
    const failure = <FormFailure failure={new AppError(code)} />
    await drawComponent(failure, { as: 'customer' })
    await expect.element(said()).toMatchTextContent(/\. .*contact us: https:\/\/support\.example\.com\/$/)
    await drawWithoutContact(failure)
    await expect.element(said()).toMatchTextContent(/\.$/)
    await expect.element(said()).not.toMatchTextContent(/contact/i)
  },
)
