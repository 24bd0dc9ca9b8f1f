/** A warranty code lengthens the warranty of one coil, once. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { accessoryAnswer } from './accessory.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { idText } from './fields.ts'

/** Codes are kept as upper-case letters and digits alone; people may type them with spaces, dashes or in lower case. */
const warrantyCodeText = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.transform((typed) => typed.replaceAll(/[\s\p{Dash}]/gu, '')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(/^[A-Z0-9]{1,64}$/, 'warranty.code.extension.invalid' satisfies ErrorCode),
)

export const warrantyCode = {
  /**
   * Claims a code for one of the caller's own coils; another's is 404. `warranty.code.extension.invalid` on `code` for one that is unknown
   * or used; 10 of these an hour, then `too.many.requests.error`. Before the code is looked at: `warranty.extension.exists.error` and
   * `warranty.claim.window.over.error` by contract/warranty.ts. Answers the coil as it is then.
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
