/**
 * How long a password must be that somebody chooses for themselves. Staff may set one of `passwordMinLength` for anybody else, because it
 * serves once.
 *
 * The server also refuses, on the field of the password, `password.common.error` for one that programs guess first (common passwords and
 * words, rows of keys, dates, repeats), `password.names.error` for one made of the person's names, their address or the portal's names, and
 * `password.unchanged.error` for the one that staff had set. These lists are too large, or known too late, for the app to check.
 */
import { passwordMinLength, type Role, staffPasswordMinLength } from './rules.ts'

/** Less is `password.staff.minlength.error`, or `Password.minlenght.error` for a customer. */
export function passwordMinLengthOf(role: Role): number {
  return role === 'ROLE_CUSTOMER' ? passwordMinLength : staffPasswordMinLength
}
