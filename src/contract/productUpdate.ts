/** A product update is the record of one attempt to install a firmware on a user product. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant } from './fields.ts'
import { firmwareAfterFailure, updateErrorTypes } from './rules.ts'

const productUpdateAnswer = v.object({
  id,
  userProductId: id,
  firmwareId: id,
  date: instant,
  /** null while the update has not been reported. */
  success: v.nullable(v.boolean()),
  errorType: v.nullable(v.picklist(updateErrorTypes)),
  changelog: v.nullable(v.string()),
  /** Addition: what it left on the detector; null for a success, and where that was never reported. */
  firmwareAfter: v.optional(v.nullable(v.picklist(firmwareAfterFailure)), null),
  /** Additions, so that the list reads alone. */
  versionName: v.string(),
  productName: v.string(),
  serialNumberFormatted: v.string(),
})
export type ProductUpdate = v.InferOutput<typeof productUpdateAnswer>

export const productUpdate = {
  /** The caller's own, newest first. */
  getProductUpdatesForUser: endpoint({
    method: 'GET',
    path: '/productUpdate/getProductUpdatesForUser',
    audience: everyRole,
    body: 'none',
    response: v.array(productUpdateAnswer),
  }),

  /** Opens the record just before the detector is asked anything. 404 for another's user product or a firmware not offered to the caller. */
  create: endpoint({
    method: 'POST',
    path: '/productUpdate',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      userProductId: idText,
      firmwareId: idText,
      /** Addition: when it began by the customer's clock, where the record is sent later; the server bounds it to the past. */
      date: v.optional(instant),
    }),
    response: v.object({ id }),
    isIdempotentByKey: true,
  }),

  /**
   * Reports how it ended. Reporting the same result again changes nothing; a different one after that is refused with 404.
   *
   * `firmwareAfter` is an addition. A failure may name what it left on the detector (`REBOOT_ERROR` always leaves it unknown). Alone, without
   * `success`, `none` says that an erase has begun, `unknown` that all was written and the restart is not confirmed yet; after the end has been
   * reported that changes nothing.
   */
  report: endpoint({
    method: 'POST',
    path: '/productUpdate/{id}',
    audience: everyRole,
    body: 'form',
    params: v.strictObject({ id: idText }),
    request: v.pipe(
      v.strictObject({
        productUpdateId: idText,
        success: v.optional(booleanText),
        errorType: v.optional(v.picklist(updateErrorTypes)),
        firmwareAfter: v.optional(v.picklist(firmwareAfterFailure)),
      }),
      v.check(({ success, errorType, firmwareAfter }) => {
        if (success === undefined) return errorType === undefined && (firmwareAfter === 'none' || firmwareAfter === 'unknown')
        return success ? errorType === undefined && firmwareAfter === undefined : errorType !== undefined
      }),
    ),
    response: v.object({ id }),
  }),
}
