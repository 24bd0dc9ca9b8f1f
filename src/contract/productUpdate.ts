/** A product update is the record of one attempt to install a firmware on a user product. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant, integerText } from './fields.ts'
import { browserFamilies, firmwareAfterFailure, updateErrorTypes } from './rules.ts'

const productUpdateAnswer = v.object({
  id,
  userProductId: id,
  firmwareId: id,
  date: instant,
  /** Null until the update has been reported. */
  success: v.nullable(v.boolean()),
  errorType: v.nullable(v.picklist(updateErrorTypes)),
  changelog: v.nullable(v.string()),
  /** Addition: what the update left on the detector; null if it succeeded or this was never reported. */
  firmwareAfter: v.nullable(v.picklist(firmwareAfterFailure)),
  /** Additions, so that the list needs no other call. */
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
    isReadOnly: true,
    viewedAs: 'viewedUpdates',
    body: 'none',
    response: v.array(productUpdateAnswer),
  }),

  /**
   * Opens the record just before the first command to the detector. 404 for another user's product, or a firmware that the caller may not
   * begin (releaseRights.ts). With `date` it records an update that has begun: then whatever ever left draft may be named.
   */
  create: endpoint({
    method: 'POST',
    path: '/productUpdate',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      userProductId: idText,
      firmwareId: idText,
      /** Addition: the start by the customer's clock, for a record that is sent later. The server accepts no future time. */
      date: v.optional(instant),
      /** Addition: the customer's clock when this is sent. With it, a wrong clock changes nothing: only its difference to `date` counts. */
      now: v.optional(instant),
      /**
       * Addition: nothing has been sent to the detector yet, and the page waits for this answer. A firmware that may not be begun now is then
       * refused with `release.not.offered.error`, `date` or not.
       */
      isStart: v.optional(booleanText),
      /** Addition: the page sees that the detector has no firmware, which its records may not say. */
      isErased: v.optional(booleanText),
      /** Addition: the detector is a simulated one, so what becomes of it proves nothing. */
      isSimulated: v.optional(booleanText),
      /** Addition: what the page is shown in, by which outcomes are watched. */
      browser: v.optional(v.picklist(browserFamilies)),
    }),
    response: v.object({ id }),
    isIdempotentByKey: true,
    // A start whose answer was lost is sent again as a late record.
    sentAnew: ['now', 'isStart'],
  }),

  /**
   * Addition: says that the update runs, and how far it is. Its page sends this every `renewEveryMs`. 404 for an update that is not the
   * caller's; after the result has been reported it changes nothing.
   */
  renew: endpoint({
    method: 'POST',
    path: '/productUpdate/{id}/renew',
    audience: everyRole,
    body: 'form',
    params: v.strictObject({ id: idText }),
    request: v.strictObject({ percent: integerText(0, 100) }),
    response: v.object({ id }),
  }),

  /**
   * Reports the result. Reporting the same result again changes nothing; a different one is refused with 404. `firmwareAfter` is an
   * addition. A failure may say what it left on the detector (`REBOOT_ERROR` always leaves it unknown). Without `success`, `none` reports
   * that an erase has begun, and `unknown` that everything was written but the restart is not confirmed. After the result has been
   * reported, such notes change nothing.
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
      v.description('With `success`: `errorType` if and only if it is false. Without it: `firmwareAfter`, `none` or `unknown`.'),
      v.check(({ success, errorType, firmwareAfter }) => {
        if (success === undefined) return errorType === undefined && (firmwareAfter === 'none' || firmwareAfter === 'unknown')
        return success ? errorType === undefined && firmwareAfter === undefined : errorType !== undefined
      }),
    ),
    response: v.object({ id }),
  }),
}
