/** The server mounts the contract under this path, because screens and calls share paths such as `/user/...`. */
export const basePath = '/backend'

/** Where the bytes of an image are that is released, by their SHA-256: never others (file.ts, images/keptImages.ts). */
export const imageRoute = '/image/{sha256}'
export function imagePath(sha256: string): string {
  return basePath + imageRoute.replace('{sha256}', sha256)
}

/** Where an image of an article is, relative to the origin, so that a portal may move. The token is 256 bits in base64url. */
export function addressOfImage(token: string): string {
  return `${basePath}/news/image/${token}`
}
