/** A user product is one detector that a customer owns. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { id, idText, instant, integerText, serialNumber } from './fields.ts'
import { purchaseProofAnswer } from './purchaseProof.ts'
import { firmwareStates } from './rules.ts'

const namedFirmware = v.object({ id, versionName: v.string(), language: v.string() })

const userProductAnswer = v.object({
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
  /** The firmware of the last successful update; null in every other `firmwareState` than `installed`. */
  currentFirmware: v.nullable(namedFirmware),
  /** Addition; a server that does not know it yet leaves it out. */
  firmwareState: v.optional(v.picklist(firmwareStates), 'unknown'),
  /** Addition: the update from which `firmwareState` follows; null where none ever touched the detector. */
  lastUpdate: v.optional(v.nullable(v.object({ id, date: instant, firmware: namedFirmware })), null),
  electronicBoardSerial: v.nullable(v.string()),
  purchaseDate: v.nullable(instant),
  purchaseProof: v.nullable(purchaseProofAnswer),
  startWarranty: v.nullable(instant),
  endWarranty: v.nullable(instant),
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
  /** Its coils; all about them is in accessory/getUserAccessoriesForUser. */
  accessories: v.array(v.object({ id, name: v.string(), serialNumberFormatted: v.string() })),
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
   * What the detector said of itself becomes the caller's user product; 404 where no product has that type, or where several have it (in
   * data from before that was refused): its model is never guessed. Our decision: a user product
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

  /** Addition: the owner says that a detector without firmware works after all, so that what is on it becomes unknown. */
  confirmWorks: endpoint({
    method: 'POST',
    path: '/userProduct/{id}/confirmWorks',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),

  /**
   * Takes one of the caller's own detectors out of their list; another's is 404. Its updates stay counted, its coils stay listed, and it
   * comes back when it is connected again.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/userProduct/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),
}
