/** A warranty code extends the warranty of one coil, once. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { accessoryAnswer } from './accessory.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { idText } from './fields.ts'

/** Codes are stored as upper-case letters and digits; people may type spaces, dashes and lower case. */
const warrantyCodeText = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.transform((typed) => typed.replaceAll(/[\s\p{Dash}]/gu, '')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(/^[A-Z0-9]{1,64}$/, 'warranty.code.extension.invalid' satisfies ErrorCode),
)

export const warrantyCode = {
  /**
   * Claims a code for one of the caller's own coils; any other is 404. `warranty.code.extension.invalid` on `code` if it is unknown or
   * used; after 10 of these in an hour, `too.many.requests.error`. Checked before the code: `warranty.extension.exists.error` and
   * `warranty.claim.window.over.error` (contract/warranty.ts). Returns the updated coil.
   */
  useCodeForAccessory: endpoint({
    method: 'POST',
    path: '/warrantyCode/useCodeForAccessory',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({ accessoryId: idText, code: warrantyCodeText }),
    response: accessoryAnswer,
    isIdempotentByKey: true,
  }),
}
