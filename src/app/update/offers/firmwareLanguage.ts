/** The language of a detector's language byte; null when the configuration does not list it. */
export function languageOfByte(table: Readonly<Record<string, string>>, byte: number): string | null {
  return table[String(byte)] ?? null
}
