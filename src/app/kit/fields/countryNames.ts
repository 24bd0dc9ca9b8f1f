const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const known = new Map<string, Readonly<Record<string, string>>>()

/** The names of all regions in a language, by ISO code. Cached: the same object each time. */
export function getCountryNames(locale: string): Readonly<Record<string, string>> {
  const kept = known.get(locale)
  if (kept !== undefined) return kept
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const made = Object.fromEntries(codes.flatMap((code) => [[code, names.of(code) ?? code]]))
  known.set(locale, made)
  return made
}
