/** A firmware is a version that can be installed on one or more products. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { byId, choice, memberChanges, removeCalls, saveCalls, shownRecord, version } from './crud.ts'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant, repeated, searchText, text, upload } from './fields.ts'
import { always, offersFirmware } from './freshProof.ts'
import { firmwareFileExtension, firmwareFileMaxBytes } from './rules.ts'
import { tableCalls } from './table.ts'

const firmwareFile = v.object({
  id,
  filename: v.string(),
  /** Additions: size and SHA-256 (lower-case hexadecimal) of the whole file, checked before the first erase. */
  sizeBytes: v.number(),
  sha256: v.string(),
})

/** A firmware as a customer sees it (the device specification, section 3). */
const offeredFirmware = v.object({
  id,
  versionName: v.string(),
  language: v.string(),
  releaseDate: instant,
  /** Markdown; null if there is none. */
  changeLog: v.nullable(v.string()),
  isBetaTest: v.boolean(),
  firmwareFile,
})
export type OfferedFirmware = v.InferOutput<typeof offeredFirmware>

const about = {
  versionName: v.string(),
  products: v.array(choice),
  releaseDate: instant,
  language: v.string(),
  isBetaTest: v.boolean(),
  isActive: v.boolean(),
  /** Labelled "downloads" (the specification, section 2): the updates started with this firmware. */
  nbProductUpdates: v.number(),
}

const firmwareRow = v.object({ id, ...about, isDeleted: v.boolean() })
export type FirmwareRow = v.InferOutput<typeof firmwareRow>

const shownFirmware = v.object({
  ...shownRecord,
  ...about,
  changeLog: v.nullable(v.string()),
  firmwareFile,
  betaGroups: v.array(choice),
  /** Addition: how many of `nbProductUpdates` succeeded. */
  nbSuccesses: v.number(),
})
export type ShownFirmware = v.InferOutput<typeof shownFirmware>

/**
 * `firmware.file.invalid.error` on `file` if its name does not end in .bin or its content is clearly something else. Groups are ignored
 * unless `isBetaTest` is true. `version.already.exists.error` on `versionName` if another active firmware of one of these products has this
 * version and language, beta or not.
 */
export const firmwareForm = {
  versionName: text(),
  language: text(),
  isBetaTest: booleanText,
  isActive: booleanText,
  changeLog: v.optional(v.pipe(v.string(), v.maxLength(50_000, 'text.too.long.error'))),
  selectedProductIds: repeated(idText),
  selectedBetaGroupIds: repeated(idText),
}

/** Judged by its name here, before it is sent, and by its content on the server. */
export const binFile = v.pipe(
  upload(),
  v.check(({ name }) => name.toLowerCase().endsWith(firmwareFileExtension), 'firmware.file.invalid.error' satisfies ErrorCode),
)

const removals = removeCalls('firmware', backOffice)

/**
 * The list is searched by version, language and product ("ws6 5.2"). Sorted by `versionName`, versions are in the order of their numbers: 5.10
 * after 5.9, and before 5.3 what precedes it: a word behind a hyphen, as in Semantic Versioning, or alpha, beta, rc and the like.
 */
export const firmware = {
  ...tableCalls('firmware', {
    audience: backOffice,
    row: firmwareRow,
    sortable: ['versionName', 'releaseDate', 'language', 'isBetaTest', 'isActive', 'nbProductUpdates'],
  }),

  /** The choices for beta groups, newest first. `search`, an addition, searches as the list does.: the first `listRowsMax`. */
  getAllBetaTest: endpoint({
    method: 'GET',
    path: '/firmware/getAllBetaTest',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({ search: searchText() }),
    response: v.array(choice),
  }),

  get: endpoint({
    method: 'GET',
    path: '/firmware/{id}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownFirmware,
  }),

  /**
   * The active firmwares of a product that the caller may install, newest first; beta firmwares only for testers in their groups. Empty for
   * a deleted product and for one that shares its type number with another (`catalogue.getClashes`).
   */
  getAllForProductAndUser: endpoint({
    method: 'GET',
    path: '/firmware/getAllForProductAndUser/{productId}',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedFirmwares',
    body: 'none',
    params: v.strictObject({ productId: idText }),
    response: v.array(offeredFirmware),
  }),

  /** `update` without `file` keeps the stored file. A new file gets a new id, so that a download in progress never changes. */
  ...saveCalls(
    'firmware',
    backOffice,
    {
      create: v.strictObject({ ...firmwareForm, file: binFile }),
      update: v.strictObject({ ...firmwareForm, betaGroupChanges: memberChanges, file: v.optional(binFile), version }),
    },
    { body: 'multipart', maxBytes: firmwareFileMaxBytes + 256 * 1024, freshProof: offersFirmware },
  ),
  ...removals,
  restore: endpoint({ ...removals.restore, freshProof: always }),
}
