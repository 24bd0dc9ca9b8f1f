/** A warranty code extends the warranty of one coil, once. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { accessoryAnswer } from './accessory.ts'
import { byId, choice, idsOf, saved } from './crud.ts'
import { endpoint, everyRole, fileAnswer, publishers, staff } from './endpoint.ts'
import { booleanText, id, idText, instant, integerText, optionalText, text } from './fields.ts'
import { always } from './effects.ts'
import { batchNoteMaxLength, warrantyCodesMax } from './rules.ts'
import { tableCalls, tableSearch } from './table.ts'
import { normalizeCode } from './warrantyCodeFormat.ts'

/**
 * Codes are stored as upper-case letters and digits; people may type spaces, dashes and lower case. Not only the form of today's codes is
 * accepted (warrantyCodeFormat.ts): older codes stay valid.
 */
export const warrantyCodeText = v.pipe(
  v.string(),
  v.transform(normalizeCode),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(/^[A-Z0-9]{1,64}$/, 'warranty.code.extension.invalid' satisfies ErrorCode),
)

const warrantyCodeRow = v.object({
  id,
  /** As stored; `formatWarrantyCode` makes it easy to read. */
  code: v.string(),
  used: v.boolean(),
  /** Unused, and its batch was recalled: nobody can claim it. */
  isVoid: v.boolean(),
  gifted: v.boolean(),
  /** Of the detector that listed the coil; null for an unused code and for a coil registered by hand. */
  product: v.nullable(v.string()),
  /** The coil's serial number; null for an unused code. */
  serial: v.nullable(v.string()),
  /** The extension as "21/11/2026"; empty without one. Calendar days. */
  startDateStr: v.string(),
  endDateStr: v.string(),
  /** The same days, as their midnights in UTC. */
  startDate: v.nullable(instant),
  endDate: v.nullable(instant),
  user: v.nullable(choice),
  accessory: v.nullable(choice),
})
export type WarrantyCodeRow = v.InferOutput<typeof warrantyCodeRow>

/** Codes that were generated together. */
const codeBatch = v.object({
  id,
  createdAt: instant,
  nbCode: v.number(),
  nbUsed: v.number(),
  isGifted: v.boolean(),
  /** Who generated them; null if that account is gone. */
  user: v.nullable(choice),
  /** By staff. */
  note: v.string(),
  /** Null unless it was recalled; `by` is null if that account is gone. */
  recall: v.nullable(v.object({ at: instant, by: v.nullable(choice), reason: v.string() })),
})
export type CodeBatch = v.InferOutput<typeof codeBatch>

/** The calls that answer with a file send an .xlsx in the language of the Accept-Language header, otherwise the account's. */
export const warrantyCode = {
  /** A search finds the beginnings of codes, parts of serial numbers, and the users who claimed a code. */
  ...tableCalls('warrantyCode', {
    audience: staff,
    row: warrantyCodeRow,
    // An unused code is money: it counts as a person would, under a number that no account has.
    people: ({ id: codeId, used, isVoid, user }) => (used || isVoid ? idsOf([user]) : [-codeId]),
    sortable: ['startDateStr', 'endDateStr'],
    exported: ['code', 'product', 'used', 'gifted', 'serial', 'startDateStr', 'endDateStr', 'user', 'isVoid'],
  }),

  /** Generates codes and returns them. The same request with the same `Idempotency-Key` returns the same codes. */
  generateCode: endpoint({
    method: 'POST',
    path: '/warrantyCode/generateCode',
    audience: staff,
    effects: { codes: always },
    body: 'form',
    request: v.strictObject({ nbCode: integerText(0, warrantyCodesMax), isGifted: booleanText }),
    response: fileAnswer,
    isIdempotentByKey: true,
  }),

  /** All codes that the list shows for these filters, newest first. `search` and `searchSerial` are additions. */
  downloadExcelCodes: endpoint({
    method: 'POST',
    path: '/warrantyCode/downloadExcelCodes',
    audience: staff,
    effects: { codes: always },
    body: 'form',
    request: v.strictObject(tableSearch),
    response: fileAnswer,
  }),

  /** Addition: the latest batches, newest first, `listRowsMax` at most. */
  getBatches: endpoint({
    method: 'GET',
    path: '/warrantyCode/batch',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    response: v.array(codeBatch),
  }),

  /**
   * Addition: the file that `generateCode` returned, for somebody who could not save it. Not `isReadOnly`, because it adds the codes that a
   * batch lacks where the server was stopped half-way.
   */
  downloadBatch: endpoint({
    method: 'GET',
    path: '/warrantyCode/batch/{id}',
    audience: staff,
    effects: { codes: always },
    body: 'none',
    params: byId,
    response: fileAnswer,
  }),

  /** Addition: what staff note about a batch; the last save wins. */
  setBatchNote: endpoint({
    method: 'POST',
    path: '/warrantyCode/batch/{id}/note',
    audience: staff,
    body: 'form',
    params: byId,
    request: v.strictObject({ note: optionalText(batchNoteMaxLength) }),
    response: saved,
  }),

  /**
   * Addition: the codes of a batch that are not used become void, for good. `changed.meanwhile.error` if somebody else has recalled it, or
   * for another reason. `nbVoid` is the number of void codes.
   */
  recallBatch: endpoint({
    method: 'POST',
    path: '/warrantyCode/batch/{id}/recall',
    audience: publishers,
    effects: { loss: always },
    body: 'form',
    params: byId,
    request: v.strictObject({ reason: text() }),
    response: v.object({ ...saved.entries, nbVoid: v.number() }),
  }),

  /**
   * Claims a code for one of the caller's own coils; any other is 404. On `code`: `warranty.code.recalled.error` if its batch was
   * recalled, `warranty.code.extension.invalid` if it is unknown or used; after 10 of these in an hour, `too.many.requests.error`. Checked
   * before the code: `warranty.extension.exists.error`, `warranty.claim.window.over.error` (warranty.ts). Returns the updated coil.
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
