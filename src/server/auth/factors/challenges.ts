/**
 * What a browser signs with a passkey. A challenge says until when it serves and is signed for one purpose, so that making one stores
 * nothing: strangers ask for them with every sign-in page. It is noted once it has served, because it serves once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { spentChallenges } from '../../db/tables.ts'
import type { FactorVault } from '../../keys/factorVault.ts'
import { minuteMs } from '../../limits/durations.ts'

export const challengeMs = 10 * minuteMs
const [randomLength, expiryLength, signatureLength] = [16, 6, 32]

/** `alone` is a sign-in without a password; the others are one account's. */
export type ChallengePurpose = 'alone' | `add ${number}` | `second ${number}` | `prove ${number}`

export function makeChallenge(vault: FactorVault, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(expiryLength)
  expiry.writeUIntBE(now.getTime() + challengeMs, 0, expiryLength)
  const content = Buffer.concat([randomBytes(randomLength), expiry])
  return new Uint8Array(Buffer.concat([content, sign(vault, purpose, content)]))
}

/** Whether this portal made the challenge (base64url) for that purpose. Throws `factor.expired.error` for one that is too old. */
export function isOwnChallenge(vault: FactorVault, purpose: ChallengePurpose, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== randomLength + expiryLength + signatureLength) return false
  const content = bytes.subarray(0, -signatureLength)
  if (!timingSafeEqual(bytes.subarray(-signatureLength), sign(vault, purpose, content))) return false
  if (bytes.readUIntBE(randomLength, expiryLength) <= now.getTime()) throw new AppError('factor.expired.error')
  return true
}

/** Throws `factor.expired.error` if the challenge has served before. `lifeMs`: how long it would serve at most. */
export async function spendChallenge(db: Database, challenge: string, now: Date, lifeMs = challengeMs): Promise<void> {
  const challengeHash = createHash('sha256').update(challenge).digest('hex')
  const expiresAt = new Date(now.getTime() + lifeMs)
  const spent = await db.insert(spentChallenges).values({ challengeHash, expiresAt }).onConflictDoNothing().returning()
  if (spent.length === 0) throw new AppError('factor.expired.error')
}

function sign(vault: FactorVault, purpose: ChallengePurpose, content: Uint8Array): Buffer {
  return vault.sign(`${purpose} ${Buffer.from(content).toString('base64url')}`)
}
