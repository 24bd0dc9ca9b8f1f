/** PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates. Nobody types either, but pasted text may contain them. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
