/** A firmware is a version that can be installed on one or more products. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { byId, choice, memberChanges, removeCalls, saveCalls, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant, integerText, repeated, searchText, signed, text, upload } from './fields.ts'
import { typedVersion, unusualFact } from './firmwareFile.ts'
import { always, offersFirmware } from './effects.ts'
import { hold, requirements } from './releaseForm.ts'
import { releaseStates } from './releaseStates.ts'
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
  /**
   * Addition, for pages that say their build (the header `Fieldport-Build`): what the page needs to decide for each detector
   * (releaseRights.ts). Such pages also get what only some may begin: drafts for staff, and what may be finished.
   */
  release: v.optional(
    v.object({
      id,
      state: v.picklist(releaseStates),
      /** While it is staged: the part of the detectors that is offered it, from 0 to 1 (releaseShare.ts). */
      share: v.number(),
      isDeleted: v.boolean(),
      isInGroup: v.boolean(),
      isStaff: v.boolean(),
      /** It is the newest safe one for some detector of the caller's; for which hardware versions, says `safeFor`. */
      isNewestSafe: v.boolean(),
      safeFor: v.array(v.number()),
      /** What is decided for each detector (requirements.ts). */
      requirements,
      holds: v.array(hold),
      /** What release keys have signed of it (signatures/statement.ts); null where nothing was. */
      statement: v.nullable(signed),
      /** The caller's detectors on which an update with this firmware was begun. */
      begunOn: v.array(id),
    }),
  ),
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
  /** Additions: the release that it belongs to, and its state. */
  releaseId: id,
  state: v.picklist(releaseStates),
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
 * A new firmware is a draft unless `isActive` is true; `isActive` and `isBetaTest` lead from state to state as docs/releases.md says. One with
 * the version and the products of a draft joins that draft as another language. Version, products, groups, `isActive` and `isBetaTest` are
 * the whole release's. Once it has left draft, its version, language and file stay: `release.fixed.error` on the field. `typedVersion`, an
 * addition, confirms an unusual file; an administrator's program need not send it, which the record's history says.
 *
 * `firmware.file.invalid.error` on `file` if its name does not end in .bin or its content is clearly something else. Groups are ignored
 * unless `isBetaTest` is true. `version.already.exists.error` on `versionName` if another active firmware of one of these products has this
 * version and language, beta or not, or one was halted, withdrawn or deleted after it had been offered. Additions, on `versionName`:
 * `version.unordered.error` if nobody can tell what it is newer than (versionOrder.ts), `version.words.error` if it follows the same version as
 * another one of these products does in another way ("5.2a", "5.2 bis").
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

/** Of one release. `wasOffered`: some owners may have it. */
const knownVersion = v.object({
  releaseId: id,
  versionName: v.string(),
  wasOffered: v.boolean(),
  /** Of a draft of these very products: what a new firmware in another language joins. Null: nothing joins it. */
  languages: v.nullable(v.array(v.string())),
})
export type KnownVersion = v.InferOutput<typeof knownVersion>

const removals = removeCalls('firmware', backOffice)

/**
 * The list is searched by version, language and product ("ws6 5.2"). Sorted by `versionName`, versions are in their order (versionOrder.ts).
 */
export const firmware = {
  ...tableCalls('firmware', {
    audience: backOffice,
    row: firmwareRow,
    sortable: ['versionName', 'releaseDate', 'language', 'isBetaTest', 'isActive', 'nbProductUpdates'],
    exported: ['versionName', 'products', 'releaseDate', 'language', 'isBetaTest', 'nbProductUpdates', 'isActive', 'state'],
  }),

  /** The choices for beta groups, newest first. `search`, an addition, searches as the list does: the first `listRowsMax`. */
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
   * What is unusual about a file, before it is sent: by its size and SHA-256, compared with the other firmwares of these products. What its
   * bytes alone say, the page sees itself (firmwareFile.ts).
   */
  inspectFile: endpoint({
    method: 'GET',
    path: '/firmware/inspectFile',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({
      sizeBytes: integerText(0, Number.MAX_SAFE_INTEGER),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      versionName: text(),
      selectedProductIds: repeated(idText),
    }),
    response: v.array(unusualFact),
  }),

  /** The releases of these products that were offered or are not deleted, newest first: the form says what a new version is newer than. */
  getVersions: endpoint({
    method: 'GET',
    path: '/firmware/getVersions',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({ selectedProductIds: repeated(idText) }),
    response: v.array(knownVersion),
  }),

  /** The languages of all firmwares, each in the spelling that most have, the most used first: for the form's list. */
  getLanguages: endpoint({
    method: 'GET',
    path: '/firmware/getLanguages',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: v.array(v.string()),
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
      create: v.strictObject({ ...firmwareForm, file: binFile, typedVersion }),
      update: editForm({ ...firmwareForm, betaGroupChanges: memberChanges, file: v.optional(binFile), typedVersion }),
    },
    { body: 'multipart', maxBytes: firmwareFileMaxBytes + 256 * 1024, effects: { offer: offersFirmware } },
  ),
  ...removals,
  restore: endpoint({ ...removals.restore, effects: { offer: always } }),
}
