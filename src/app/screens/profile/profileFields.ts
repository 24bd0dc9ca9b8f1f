/** The values of the profile form, and whether a change needs the password. */
import type { Profile } from '../../../contract/user.ts'
import type { ErrorCode } from '../../../errors.ts'
import { checkPhone, isSamePhone } from '../../kit/phones/checkPhone.ts'

type Contact = Pick<Profile, 'username' | 'phonePrefix' | 'phoneNumber'>

export function fillProfile({ firstname, lastname, username, phonePrefix, phoneNumber, country, distributor, isNewsletter }: Profile) {
  const shown = { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor: distributor ?? '', isNewsletter }
  return { ...shown, currentPassword: '' }
}

/** As the server compares them: a different spelling is not a change. */
export function changesContact(profile: Contact, typed: Contact): boolean {
  return profile.username.trim().toLowerCase() !== typed.username.trim().toLowerCase() || !isSamePhone(profile, typed)
}

export function checkProfile(profile: Contact, typed: Contact & { readonly currentPassword: string }): Readonly<Record<string, ErrorCode>> {
  const isMissing = typed.currentPassword.trim() === '' && changesContact(profile, typed)
  return { ...checkPhone(typed, profile), ...(isMissing && { currentPassword: 'MandatoryField' }) }
}
