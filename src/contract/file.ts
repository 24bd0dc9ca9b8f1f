import * as v from 'valibot'
import { endpoint, everyRole, fileAnswer } from './endpoint.ts'
import { idText } from './fields.ts'

export const file = {
  /**
   * The bytes of a firmware file that the caller may install, of a purchase proof (their own, or any for staff), or of a rally zone's KML
   * file (administrators). `ETag` is the SHA-256 of the content; `Range` is supported. `username` is accepted because the specification
   * sends it, but ignored: the token decides.
   */
  showFileFromWeb: endpoint({
    method: 'GET',
    path: '/file/showFileFromWeb',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedFile',
    body: 'none',
    query: v.strictObject({ id: idText, username: v.optional(v.string()) }),
    response: fileAnswer,
  }),

  /** The site with the tutorial animations, shown in a frame at `{siteUrl}/tutorial/{family}/{step}`. Empty if the portal uses its own. */
  getSiteUrl: endpoint({
    method: 'GET',
    path: '/file/getSiteUrl',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: null,
    body: 'none',
    response: v.object({ siteUrl: v.string() }),
  }),
}
