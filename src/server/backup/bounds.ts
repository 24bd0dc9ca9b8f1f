/**
 * How much of a backup is in memory at once, and how much it may hold: a file from elsewhere, or one that was tampered with, neither fills
 * the memory nor keeps the command busy for ever. What is written stays within the same bounds, so that it can be read.
 */
const mebibyte = 1024 ** 2

export const bounds = {
  /** An entry of the audit log with both states of the longest article, each character escaped twice, has 28 MiB. */
  lineBytes: 32 * mebibyte,
  /** Unpacked. Older versions joined a block's lines to one string, which Node limits to this. */
  blockBytes: 512 * mebibyte,
  /** Of stored files, firmware may be the largest. */
  fileBytes: 64 * mebibyte,
  databaseBytes: mebibyte,
  /** For as many files as there may be entries. */
  contentsBytes: 96 * mebibyte,
  entries: 1_000_000,
} as const

/** `what` begins the sentence, `limit` ends it. */
export function tooLarge(what: string, limit: string): Error {
  return new Error(`${what} is larger than a backup of Fieldport allows: ${limit} at most.`)
}

export function describeBytes(bytes: number): string {
  return `${bytes / mebibyte} MiB`
}
