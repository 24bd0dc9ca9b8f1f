/** A user product is one detector that a customer owns. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { id, instant, integerText, serialNumber } from './fields.ts'

export const userProductAnswer = v.object({
  id,
  product: v.object({ id, name: v.string(), typeName: v.string() }),
  productName: v.string(),
  /** Product name and formatted serial, for lists and selects. */
  tostring: v.string(),
  serialNumber: v.string(),
  /** "0A 1B 2C 3D 4E" */
  serialNumberFormatted: v.string(),
  materialVersion: v.number(),
  protocolVersion: v.number(),
  productTypeId: v.number(),
  /** The firmware of the last successful update; null where none is known. */
  currentFirmware: v.nullable(v.object({ id, versionName: v.string(), language: v.string() })),
  purchaseDate: v.nullable(instant),
  startWarranty: v.nullable(instant),
  endWarranty: v.nullable(instant),
})
export type UserProduct = v.InferOutput<typeof userProductAnswer>

export const userProduct = {
  /** The caller's own, newest first. */
  getUserProductsForUser: endpoint({
    method: 'GET',
    path: '/userProduct/getUserProductsForUser',
    audience: everyRole,
    body: 'none',
    response: v.array(userProductAnswer),
  }),

  /**
   * What the detector said of itself becomes the caller's user product; 404 where no product has that type. Our decision: a user product
   * is one per customer and serial, so a detector that is lent or sold appears with each who connects it, and nobody loses theirs.
   */
  getOrCreate: endpoint({
    method: 'POST',
    path: '/userProduct/getOrCreate',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      serialNumber,
      materialVersion: integerText(0, 255),
      protocolVersion: integerText(0, 255),
      productTypeId: integerText(0, 0xffff),
    }),
    response: userProductAnswer,
  }),
}
