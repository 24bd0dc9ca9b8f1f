/** The refresh token that follows another one. It is derived from it with the key that the row names, so that all servers, before and after a rotation, give the same one. */
import { createHmac } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import type { sessions } from '../db/tables.ts'
import { derivedKey, type KeyRing, type SigningKey } from '../keys/keyRing.ts'

/** Also 256 bits. Without the key, a token does not reveal its successor. */
export function successorOf(token: string, key: SigningKey): string {
  return createHmac('sha256', derivedKey(key, 'refresh token successor')).update(token).digest('base64url')
}

/**
 * The key that the row names if the token was used before, else the one that signs now. The row must be locked. Undefined if the
 * installation has lost the key since.
 */
export async function successorKeyOf(
  db: Database,
  keyRing: KeyRing,
  { successorKeyId }: Pick<typeof sessions.$inferSelect, 'successorKeyId'>,
  now: Date,
): Promise<SigningKey | undefined> {
  const keys = await keyRing.read(db)
  return successorKeyId === null ? keys.current() : keys.find(successorKeyId, now)
}
