/** The calls about a release's statement, which a key outside of the server signs (docs/releases.md, "Signatures"). */
import * as v from 'valibot'
import { byId, saved } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { repeated, signed } from './fields.ts'

/** Of one document, in characters. */
const documentMax = 64 * 1024

export const releaseSigning = {
  /** What is to be signed, as base64url of the very bytes; what was signed before, or null. */
  getStatement: endpoint({
    method: 'GET',
    path: '/release/{id}/statement',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: v.object({ bytes: v.string(), documents: v.nullable(signed) }),
  }),

  /**
   * Stores a statement. `release.statement.error` on `documents` unless release keys of the root have signed the release as it is now. Wants no
   * fresh proof: the key is the proof.
   */
  setStatement: endpoint({
    method: 'POST',
    path: '/release/{id}/statement',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({
      documents: repeated(v.pipe(v.string(), v.maxLength(documentMax, 'text.too.long.error' satisfies ErrorCode))),
    }),
    response: saved,
  }),
}
