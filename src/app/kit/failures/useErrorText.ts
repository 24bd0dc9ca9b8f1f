import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { readableContact } from '../../../contract/contactLink.ts'
import { asAppError, type ErrorCode } from '../../../errors.ts'
import { useContact } from '../../api/useConfiguration.ts'
import { errorMessageOf } from '../../i18n/errorMessageOf.ts'

/** What only the maker can help with: said after the message where there is somebody to ask. `contact` is an address to read. */
const advice: Readonly<Partial<Record<ErrorCode, (contact: string) => MessageDescriptor>>> = {
  'account.full.error': (contact) => msg`If you need more, contact us: ${contact}`,
  'account.locked.error': (contact) => msg`If you did not expect this, contact us: ${contact}`,
  'phone.unprovable.error': (contact) => msg`To change it, contact us: ${contact}`,
  'warranty.purchase.fixed.error': (contact) => msg`If they are wrong, contact us: ${contact}`,
}

/** The text of any thrown value in the user's language. */
export function useErrorText(): (error: unknown) => string {
  const { _ } = useLingui()
  const contact = readableContact(useContact())
  return (error) => {
    const { code } = asAppError(error)
    const text = _(errorMessageOf(code))
    const more = contact === null ? undefined : advice[code]?.(contact)
    return more === undefined ? text : `${text} ${_(more)}`
  }
}
