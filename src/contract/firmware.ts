/** A firmware is a version that can be installed on one or more products. */
import * as v from 'valibot'
import { backOffice, endpoint, everyRole } from './endpoint.ts'
import { booleanText, id, idText, instant, repeated, text, upload } from './fields.ts'
import { firmwareFileMaxBytes } from './rules.ts'

export const firmwareFile = v.object({
  id,
  filename: v.string(),
  /** Additions: the whole file's size and its SHA-256 in lower-case hexadecimal, checked before the first erase. */
  sizeBytes: v.number(),
  sha256: v.string(),
})

/** A firmware as a customer sees it (device document, section 3). */
export const offeredFirmware = v.object({
  id,
  versionName: v.string(),
  language: v.string(),
  releaseDate: instant,
  /** Markdown; null where none was written. */
  changeLog: v.nullable(v.string()),
  isBetaTest: v.boolean(),
  firmwareFile,
})
export type OfferedFirmware = v.InferOutput<typeof offeredFirmware>

export const firmware = {
  /** Active firmwares of a product that the caller may install, newest first; beta ones only for its groups' testers. */
  getAllForProductAndUser: endpoint({
    method: 'GET',
    path: '/firmware/getAllForProductAndUser/{productId}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ productId: idText }),
    response: v.array(offeredFirmware),
  }),

  create: endpoint({
    method: 'POST',
    path: '/firmware',
    audience: backOffice,
    body: 'multipart',
    request: v.strictObject({
      versionName: text(),
      language: text(),
      isBetaTest: booleanText,
      isActive: booleanText,
      changeLog: v.optional(v.pipe(v.string(), v.maxLength(50_000, 'text.too.long.error'))),
      selectedProductIds: repeated(idText),
      selectedBetaGroupIds: repeated(idText),
      file: upload(),
    }),
    response: v.object({ id }),
    maxBytes: firmwareFileMaxBytes + 256 * 1024,
    isIdempotentByKey: true,
  }),
}
