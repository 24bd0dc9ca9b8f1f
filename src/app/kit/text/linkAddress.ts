/** What a link that somebody wrote may lead to. A closed list: a scheme that nobody thought of is refused. */
const linkProtocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/**
 * The address as the browser's own parser reads it, so that tabs, line breaks, case and entities hide no other scheme; null where it must
 * not become a link. Relative addresses are refused too: a text that is also read offline and on other screens leads to other sites only.
 */
export function linkAddress(written: string | undefined): string | null {
  const url = written === undefined ? null : URL.parse(written)
  return url !== null && linkProtocols.has(url.protocol) ? url.href : null
}
