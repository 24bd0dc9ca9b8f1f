/** The key that signs access tokens. Kept in the database, so that all servers of an installation accept each other's tokens. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { settings } from '../db/tables.ts'
import { signingKeySetting } from '../installation/setting.ts'

const keyBytes = 32
const keys = new WeakMap<Database, Promise<Uint8Array>>()

/** Read once per database, because it never changes. */
export function signingKey(db: Database): Promise<Uint8Array> {
  const known = keys.get(db)
  if (known !== undefined) return known
  const reading = readOrCreate(db)
  keys.set(db, reading)
  // Retry at the next call if the database was down.
  reading.catch(() => keys.delete(db))
  return reading
}

/** A separate key for one purpose, derived from the same secret (HKDF-SHA-256). */
export async function derivedKey(db: Database, purpose: string): Promise<Uint8Array> {
  return new Uint8Array(hkdfSync('sha256', await signingKey(db), '', purpose, keyBytes))
}

async function readOrCreate(db: Database): Promise<Uint8Array> {
  const fresh = randomBytes(keyBytes).toString('base64url')
  await db.insert(settings).values({ key: signingKeySetting, value: fresh }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.key, signingKeySetting))
  if (row === undefined) throw new Error('the signing key is missing')
  return Buffer.from(row.value, 'base64url')
}
