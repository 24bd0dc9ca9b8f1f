import * as v from 'valibot'
import { imageRoute } from './basePath.ts'
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

  /**
   * Where the bytes of a released image are, for a caller who may read the file: by address, without a token, whole or in parts. Null for
   * every other file, and where the caller has no right to it: `showFileFromWeb` decides. The address may be at another origin, and may
   * expire. Whatever comes from it is judged by its SHA-256.
   */
  getImageAddress: endpoint({
    method: 'GET',
    path: '/file/getImageAddress',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: null,
    body: 'none',
    query: v.strictObject({ id: idText }),
    response: v.object({ url: v.nullable(v.string()) }),
  }),

  /** The bytes of an image that is released, for everybody and every cache; 404 for all others. `Range` is supported. */
  getImage: endpoint({
    method: 'GET',
    path: imageRoute,
    audience: 'anyone',
    isReadOnly: true,
    body: 'none',
    params: v.strictObject({ sha256: v.string() }),
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
