/**
 * Returns a `redirect` parameter that is safe to follow: it starts with one `/` and stays on this origin. Browsers read `\` as `/` and drop
 * tabs and line breaks, so the URL parser decides.
 */
export function safeRedirect(redirect: unknown, origin: string): string | null {
  if (typeof redirect !== 'string' || !/^\/(?![/\\])/.test(redirect)) return null
  const url = URL.parse(redirect, origin)
  // "/.//elsewhere" is on this origin, but its normalised path "//elsewhere" is not.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
