/** An accessory is a coil, known by the serial its detector reports or its owner reads on it. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { endpoint, everyRole } from './endpoint.ts'
import { id, idText, instant, jsonText, serialNumber, typedDay, upload } from './fields.ts'
import { purchaseProofAnswer, purchaseProofMaxBytes } from './purchaseProof.ts'

/** A detector has ten accessory slots (device document, section 9). */
const accessorySlots = 10
/** What a detector calls a coil: of its slots only those with this type are kept (device document, section 9). */
export const coilTypeId = 127

export const accessoryAnswer = v.object({
  id,
  name: v.string(),
  serialNumber: v.string(),
  serialNumberFormatted: v.string(),
  /** As its owner registered it; null before that. */
  coilSerial: v.nullable(v.string()),
  /** The calendar day's midnight in UTC. */
  purchaseDate: v.nullable(instant),
  /** The same day as "21/11/2026"; empty where there is none. */
  purchaseDateString: v.string(),
  purchaseProof: v.nullable(purchaseProofAnswer),
  /** Null also where a code was claimed and no purchase date is known yet: the years count from the purchase. */
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
  /** The warranty code that was claimed for it. */
  code: v.nullable(v.string()),
  userProductId: v.nullable(id),
})
export type Accessory = v.InferOutput<typeof accessoryAnswer>

/** What is read on a coil, cleaned as section 5 says: upper case, non-word characters removed. Our bounds: 4 to 30 letters and digits. */
const coilSerial = v.pipe(
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
    body: 'none',
    response: v.array(accessoryAnswer),
  }),

  /** Saves what a connected detector lists. Each entry names the caller's own user product; another's is 404. */
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
   * Registers a coil by hand, or corrects one of the caller's own (`accessoryId`; another's is 404). Each failure names its field:
   * `serial.number.already.exists` where the coil is registered already, by whomever; `date.invalid.error` for a purchase to come;
   * `purchase.proof.invalid.error` for a proof that is no PNG, JPEG or PDF by its content, or too large. Without `accessoryId` the proof
   * is mandatory; with it the proof that is there stays.
   */
  createOrUpdateUserAccessory: endpoint({
    method: 'POST',
    path: '/accessory/createOrUpdateUserAccessory',
    audience: everyRole,
    body: 'multipart',
    request: v.strictObject({
      accessoryId: v.optional(idText),
      coilSerial,
      purchaseDate: typedDay,
      purchaseProofFile: v.optional(upload()),
    }),
    response: accessoryAnswer,
    // A little more than the file, so that one that is just too large gets an answer on its field.
    maxBytes: purchaseProofMaxBytes + 1024 * 1024,
    isIdempotentByKey: true,
  }),

  /** Takes one of the caller's own coils out of their list; another's is 404. It comes back when a detector names it again. */
  delete: endpoint({
    method: 'DELETE',
    path: '/accessory/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),
}
