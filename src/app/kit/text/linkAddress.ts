/** The schemes that a link written by staff may have. An allowlist refuses unknown schemes. */
const linkProtocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/**
 * The address as the browser parses it, so that tabs, line breaks, case and entities cannot hide another scheme; null if it must not become
 * a link. Relative addresses are refused too: the text is also read offline and on other screens.
 */
export function linkAddress(written: string | undefined): string | null {
  const url = written === undefined ? null : URL.parse(written)
  return url !== null && linkProtocols.has(url.protocol) ? url.href : null
}
