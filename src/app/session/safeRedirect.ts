/**
 * A `redirect` from an address, if it may be followed: it begins with one `/` and stays on this origin. Browsers take `\` for `/` and drop tabs
 * and line breaks, so the browser's own reading of it decides, not ours.
 */
export function safeRedirect(redirect: unknown, origin: string): string | null {
  if (typeof redirect !== 'string' || !/^\/(?![/\\])/.test(redirect)) return null
  const url = URL.parse(redirect, origin)
  // "/.//elsewhere" stays here as it stands, and is read as "//elsewhere" the next time.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
