/** A user product is one detector that a customer owns. */
import * as v from 'valibot'
import { removeCalls } from './crud.ts'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { id, idText, instant, integerText, optionalText, serialNumber } from './fields.ts'
import { openUpdate } from './openUpdate.ts'
import { purchaseForm, purchaseFormMaxBytes, purchaseProofAnswer, shownProofCheck } from './purchaseProof.ts'
import { firmwareStates, nicknameMaxLength } from './rules.ts'

const namedFirmware = v.object({ id, versionName: v.string(), language: v.string() })

const userProductAnswer = v.object({
  id,
  product: v.object({ id, name: v.string(), typeName: v.string() }),
  productName: v.string(),
  /** Product name and formatted serial number, for lists and selects. */
  tostring: v.string(),
  serialNumber: v.string(),
  /** "0A 1B 2C 3D 4E" */
  serialNumberFormatted: v.string(),
  materialVersion: v.number(),
  protocolVersion: v.number(),
  productTypeId: v.number(),
  /** The firmware of the last successful update; null unless `firmwareState` is `installed`. */
  currentFirmware: v.nullable(namedFirmware),
  /** Addition. */
  firmwareState: v.picklist(firmwareStates),
  /** Addition: the last update while its result is unknown; null if there is none. `firmwareState` is then `unknown`. */
  openUpdate: v.nullable(openUpdate),
  /** Addition: the update that `firmwareState` follows from; null if there was none. */
  lastUpdate: v.nullable(v.object({ id, date: instant, firmware: namedFirmware })),
  /** Addition: its firmware was withdrawn by the maker, and is to be replaced. */
  recall: v.nullable(v.object({ versionName: v.string(), withdrawnAt: instant })),
  /** Addition: what its owner calls it; null if nothing. */
  nickname: v.nullable(v.string()),
  /**
   * Addition: what the update page would install once the detector is connected, as far as is known without a cable; null where that is
   * nothing newer, unless the installed version is to be replaced. Null also while it has no firmware: its interrupted update is finished first.
   */
  available: v.nullable(
    v.object({
      versionName: v.string(),
      /** The versions to install before it, each as an update of its own. */
      firstVersions: v.array(v.string()),
      /** Only a connected detector shows whether these are met. */
      minimumBatteryPercent: v.nullable(v.number()),
      needsCoil: v.boolean(),
    }),
  ),
  /** No call brings it in: detectors do not report it (docs/decisions.md, known limits). */
  electronicBoardSerial: v.nullable(v.string()),
  /** A calendar day, as its midnight in UTC. */
  purchaseDate: v.nullable(instant),
  purchaseProof: v.nullable(purchaseProofAnswer),
  /** Addition. */
  proofCheck: shownProofCheck,
  startWarranty: v.nullable(instant),
  endWarranty: v.nullable(instant),
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
  /** Its coils; accessory/getUserAccessoriesForUser has their details. */
  accessories: v.array(v.object({ id, name: v.string(), serialNumberFormatted: v.string() })),
})
export type UserProduct = v.InferOutput<typeof userProductAnswer>
export type AvailableUpdate = NonNullable<UserProduct['available']>

export const userProduct = {
  /** The caller's own, newest first. */
  getUserProductsForUser: endpoint({
    method: 'GET',
    path: '/userProduct/getUserProductsForUser',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedDetectors',
    body: 'none',
    response: v.array(userProductAnswer),
  }),

  /**
   * Creates or returns the caller's user product for a connected detector. 404 if no product has its type, or several do (in old data): the
   * model is never guessed. Our decision: a user product is one per customer and serial number, so a detector that is lent or sold appears
   * for everyone who connects it, and nobody loses theirs.
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

  /** Addition: the owner confirms that a detector without firmware works after all, so its firmware becomes unknown. */
  confirmWorks: endpoint({
    method: 'POST',
    path: '/userProduct/{id}/confirmWorks',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),

  /** Addition: gives one of the caller's own detectors a name; an empty one takes it away. Any other detector is 404. */
  rename: endpoint({
    method: 'POST',
    path: '/userProduct/{id}/rename',
    audience: everyRole,
    body: 'form',
    params: v.strictObject({ id: idText }),
    request: v.strictObject({ nickname: optionalText(nicknameMaxLength) }),
    response: userProductAnswer,
  }),

  /**
   * Addition: registers when the caller bought one of their own detectors, or corrects it; any other is 404. Its warranty follows from the
   * day (warranty.ts). Errors name their field, as those of `purchaseForm`. The proof is required until a purchase is registered; after that,
   * an omitted proof keeps the stored one.
   */
  registerPurchase: endpoint({
    method: 'POST',
    path: '/userProduct/{id}/registerPurchase',
    audience: everyRole,
    body: 'multipart',
    params: v.strictObject({ id: idText }),
    request: v.strictObject(purchaseForm),
    response: userProductAnswer,
    maxBytes: purchaseFormMaxBytes,
    isIdempotentByKey: true,
  }),

  /**
   * Removes one of the caller's own detectors from their list. Administrators and the back office may also remove those of users whom they
   * may edit (otherwise `not.authorized`); any other is 404. Its updates still count, its coils stay listed, and it returns when it is
   * connected again.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/userProduct/{id}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ id: idText }),
    response: v.object({}),
  }),

  /** Addition: undoes what staff have deleted, within `undoHours`; after that, `record.deleted.error`. Its coils are its own again. */
  restore: removeCalls('userProduct', backOffice).restore,
}
