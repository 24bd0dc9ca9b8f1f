/** An accessory is a coil, identified by the serial number that its detector reports or that its owner registers. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { removeCalls, saved } from './crud.ts'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant, jsonText, serialNumber, text, typedDay } from './fields.ts'
import { purchaseForm, purchaseFormMaxBytes, purchaseProofAnswer, shownProofCheck } from './purchaseProof.ts'

/** A detector has ten accessory slots (device document, section 9). */
const accessorySlots = 10
/** The accessory type of a coil. Slots of other types are ignored (device document, section 9). */
export const coilTypeId = 127

export const accessoryAnswer = v.object({
  id,
  name: v.string(),
  serialNumber: v.string(),
  serialNumberFormatted: v.string(),
  /** As the owner registered it; null before that. */
  coilSerial: v.nullable(v.string()),
  /** A calendar day, as its midnight in UTC. */
  purchaseDate: v.nullable(instant),
  /** The same day as "21/11/2026"; empty if there is none. */
  purchaseDateString: v.string(),
  purchaseProof: v.nullable(purchaseProofAnswer),
  /** Addition. */
  proofCheck: shownProofCheck,
  /**
   * Also null if a code was claimed but the purchase date is unknown, because the years count from it, or was outside the claim window when
   * it was given later: staff have not confirmed the extension.
   */
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
  /** The warranty code that was claimed for this coil. */
  code: v.nullable(v.string()),
  userProductId: v.nullable(id),
})
export type Accessory = v.InferOutput<typeof accessoryAnswer>

/**
 * A serial number as read on a coil, in upper case and without non-word characters (the specification, section 5). Our limit: 4 to 30
 * characters.
 */
export const coilSerial = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.transform((typed) => typed.replaceAll(/\W/g, '')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(/^[A-Z0-9]{4,30}$/, 'serial.number.format.invalid' satisfies ErrorCode),
)

export const accessory = {
  getUserAccessoriesForUser: endpoint({
    method: 'GET',
    path: '/accessory/getUserAccessoriesForUser',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedCoils',
    body: 'none',
    response: v.array(accessoryAnswer),
  }),

  /** Saves what a connected detector lists. Each entry names one of the caller's own user products; any other is 404. */
  createOrUpdate: endpoint({
    method: 'POST',
    path: '/accessory/createOrUpdate',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      accessories: jsonText(
        v.pipe(
          v.array(
            v.strictObject({
              userProductId: id,
              serialNumber,
              accessoryTypeId: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
            }),
          ),
          v.maxLength(accessorySlots),
        ),
      ),
    }),
    response: v.array(accessoryAnswer),
  }),

  /**
   * Registers a coil by hand, or edits one of the caller's own (`accessoryId`; any other is 404). Errors name their field, as those of
   * `purchaseForm`, `serial.number.already.exists` if anybody has registered the coil, and `warranty.purchase.fixed.error` on what differs
   * from the serial number and purchase date that a used code has fixed. The proof is required without `accessoryId`; with it, an omitted
   * proof keeps the stored one.
   */
  createOrUpdateUserAccessory: endpoint({
    method: 'POST',
    path: '/accessory/createOrUpdateUserAccessory',
    audience: everyRole,
    body: 'multipart',
    request: v.strictObject({
      accessoryId: v.optional(idText),
      coilSerial,
      ...purchaseForm,
    }),
    response: accessoryAnswer,
    maxBytes: purchaseFormMaxBytes,
    isIdempotentByKey: true,
  }),

  /**
   * Removes one of the caller's own coils from their list. Administrators and the back office may also remove those of users whom they may
   * edit (otherwise `not.authorized`); any other is 404. It returns when a detector reports it again.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/accessory/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),

  /** Addition: undoes what staff have deleted, within `undoHours`; after that, `record.deleted.error`. */
  restore: removeCalls('accessory', backOffice).restore,

  /**
   * Addition: corrects a coil of a user whom the caller may edit (otherwise `not.authorized`), also what a used code has fixed. The extension
   * follows from the purchase date. Where that is outside the claim window, there is one only if `isExtensionConfirmed`. The reason is kept
   * in the user's history.
   */
  correct: endpoint({
    method: 'POST',
    path: '/accessory/{id}/correct',
    audience: backOffice,
    body: 'form',
    params: v.strictObject({ id: idText }),
    request: v.strictObject({ coilSerial, purchaseDate: typedDay, isExtensionConfirmed: booleanText, reason: text() }),
    response: saved,
  }),
}
