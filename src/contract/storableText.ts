/** PostgreSQL stores no NUL and UTF-8 has no lone surrogate. Nobody types either, but a paste may bring them. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
