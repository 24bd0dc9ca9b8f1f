/** The form by which staff create or change a user (the specification, section 2). */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { booleanText, idText, repeated } from './fields.ts'
import { personForm } from './person.ts'
import { passwordMaxLength, passwordMinLength, roles } from './rules.ts'

/** Groups are ignored unless the user is a beta tester. */
export const userForm = { ...personForm, isBetaTester: booleanText, selectedBetaGroupIds: repeated(idText) }
export const role = v.picklist(roles)

/** Addition: mails the user a link to choose a password, and ignores `password`. */
export const sendsPasswordLink = v.optional(booleanText)

/** Like `newPassword`, but empty keeps the current password. */
export const newPasswordOrNone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(passwordMaxLength, 'text.too.long.error' satisfies ErrorCode),
  v.check((typed) => typed === '' || typed.length >= passwordMinLength, 'Password.minlenght.error' satisfies ErrorCode),
)
/** A new account needs a password or the link. */
export const newUser = v.pipe(
  v.strictObject({ ...userForm, role: v.optional(role, 'ROLE_CUSTOMER'), password: v.optional(newPasswordOrNone), sendsPasswordLink }),
  v.forward(
    v.partialCheck(
      [['password'], ['sendsPasswordLink']],
      (user) => user.sendsPasswordLink === true || (user.password ?? '') !== '',
      'MandatoryField' satisfies ErrorCode,
    ),
    ['password'],
  ),
)
