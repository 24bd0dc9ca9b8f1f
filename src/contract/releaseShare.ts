/**
 * Which detectors are in a release's share (docs/releases.md, "Share"). Salted by the release, so that no detector is always among the first, and
 * monotone: what is in a share is in each larger one. The server asks the database for the same (server/entities/release/detectorKinds.ts).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** A detector by its serial number; an account by its id where no detector is known. */
export type ShareKey = { readonly serialNumber: string } | { readonly userId: number }

/** `share`: from 0 to 1. */
export function isInShare(releaseId: number, share: number, key: ShareKey): boolean {
  return share >= 1 || placeOf(releaseId, key) < share
}

/** Where it comes in this release, from 0 to 1: the first 53 bits of the SHA-256 of "release/serial number". */
export function placeOf(releaseId: number, key: ShareKey): number {
  const name = 'userId' in key ? `user ${key.userId}` : key.serialNumber
  const hash = sha256(utf8ToBytes(`${releaseId}/${name}`))
  return Number(new DataView(hash.buffer, hash.byteOffset).getBigUint64(0) >> 11n) / 2 ** 53
}
