import * as v from 'valibot'
import { endpoint, everyRole, fileAnswer } from './endpoint.ts'
import { idText } from './fields.ts'

export const file = {
  /**
   * The bytes of a firmware file the caller may install, or of a purchase proof: their own, staff any. `ETag` is the SHA-256 of the content; `Range` is honoured.
   * `username` is read because the specification sends it, and never trusted: rights come from the token.
   */
  showFileFromWeb: endpoint({
    method: 'GET',
    path: '/file/showFileFromWeb',
    audience: everyRole,
    body: 'none',
    query: v.strictObject({ id: idText, username: v.optional(v.string()) }),
    response: fileAnswer,
  }),

  /** The site whose tutorial animations are shown in a frame, at `{siteUrl}/tutorial/{family}/{step}`; empty where the portal's own are used. */
  getSiteUrl: endpoint({
    method: 'GET',
    path: '/file/getSiteUrl',
    audience: everyRole,
    body: 'none',
    response: v.object({ siteUrl: v.string() }),
  }),
}
