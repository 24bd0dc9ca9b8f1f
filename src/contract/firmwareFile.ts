/**
 * What a firmware file looks like, before it is sent and again on the server: a file of another kind is refused, an unusual one is confirmed by
 * typing the version. The format is the maker's own, so nothing else is known of it. Knows no network and no database.
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { firmwareTrailerBytes, textMaxLength } from './rules.ts'

/** First bytes of archives, documents, images, programs and disk images. */
const otherBeginnings = [
  'PK\x03\x04',
  '\x1f\x8b',
  'BZh',
  '7z\xbc\xaf',
  'Rar!',
  '%PDF',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  '\x7fELF',
  'MZ',
  '\xfd7zXZ',
] as const
const inspectedBytes = 512

/** More than this share of one byte value: padding, not a program. */
const oneByteShareMax = 0.95
/** How far a size may be from the median of the last `sizesCompared` files. */
const sizeDifferenceMax = 0.25
export const sizesCompared = 5

/**
 * `size`: far from the median of the last files. `oneByte`: nearly all bytes have one value. `sameBytes`: the bytes of another version.
 * `value`: the median in bytes, the share in percent, or 0; `name`: the other version.
 */
export const unusualFact = v.object({
  kind: v.picklist(['size', 'oneByte', 'sameBytes']),
  value: v.number(),
  name: v.nullable(v.string()),
})
export type UnusualFact = v.InferOutput<typeof unusualFact>

/** The version again, typed to confirm an unusual file. */
export const typedVersion = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(textMaxLength)))

/** Why a file cannot be a firmware; null if it can. `beginning`: its first bytes, 512 or more where it has them. */
export function refusalOf(sizeBytes: number, beginning: Uint8Array): ErrorCode | null {
  if (sizeBytes <= firmwareTrailerBytes) return 'firmware.file.empty.error'
  const start = String.fromCharCode(...beginning.subarray(0, inspectedBytes))
  if (otherBeginnings.some((other) => start.startsWith(other))) return 'firmware.file.archive.error'
  // Only printable characters: a hex file, script or web page with the wrong extension.
  return /^[\t\r\n\x20-\x7e]+$/.test(start) ? 'firmware.file.text.error' : null
}

/** Counts byte values piece by piece; then says whether one of them is nearly all there is. */
export function byteCounter() {
  const counts = new Float64Array(256)
  return {
    add(piece: Uint8Array): void {
      for (const byte of piece) counts[byte] = (counts[byte] ?? 0) + 1
    },
    unusual(): UnusualFact[] {
      const total = counts.reduce((sum, count) => sum + count, 0)
      const share = total === 0 ? 0 : Math.max(...counts) / total
      return share > oneByteShareMax ? [{ kind: 'oneByte', value: Math.floor(share * 100), name: null }] : []
    },
  }
}

/**
 * What is unusual beside other files. `sizes`: of the last firmwares of its products, newest first, without its own version, whose files are
 * other languages. `sameBytesAs`: another version with these very bytes.
 */
export function unusualBeside(
  sizeBytes: number,
  { sizes, sameBytesAs }: { readonly sizes: readonly number[]; readonly sameBytesAs: string | null },
): UnusualFact[] {
  const median = medianOf(sizes.slice(0, sizesCompared))
  const isFar = median !== undefined && Math.abs(sizeBytes - median) > median * sizeDifferenceMax
  return [
    ...(isFar ? [{ kind: 'size', value: median, name: null } as const] : []),
    ...(sameBytesAs === null ? [] : [{ kind: 'sameBytes', value: 0, name: sameBytesAs } as const]),
  ]
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
