/**
 * What protects second factors: keys derived from the secret that wraps the ring of signing keys (ringSecret.ts), not from the ring, because
 * a backup has the factors and not the ring. Knows no factor.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { secondFactors } from '../db/tables.ts'
import { unwrapKey, wrapKey } from './wrapKey.ts'

export type FactorVault = {
  /** Encrypts; what belongs to one `id` does not open under another. */
  readonly wrap: (id: string, content: Uint8Array) => string
  /** Returns undefined if it was wrapped by another secret or under another id. */
  readonly unwrap: (id: string, wrapped: string) => Uint8Array | undefined
  /** 32 bytes that only this secret makes of `text`. */
  readonly sign: (text: string) => Buffer
}

const purpose = 'fieldport second factors'

export function createFactorVault(secret: string): FactorVault {
  const signingKey = new Uint8Array(hkdfSync('sha256', secret, '', 'fieldport passkey challenges', 32))
  return {
    wrap: (id, content) => wrapKey(secret, id, content, purpose),
    unwrap: (id, wrapped) => unwrapKey(secret, id, wrapped, purpose),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest(),
  }
}

/** Under which the secret of an authenticator app is wrapped. */
export function appSecretId(userId: number): string {
  return `app ${userId}`
}

/**
 * Wraps the secrets of authenticator apps by another secret; those that it wraps already stay, and so do those of neither, which an earlier
 * loss has closed. Throws if there are such and `from` opens nothing: unless `isProved`, it is another secret than the old one.
 */
export async function rewrapFactors(
  db: Database,
  { from, to, isProved }: { readonly from: string; readonly to: string; readonly isProved: boolean },
): Promise<void> {
  const [before, after] = [createFactorVault(from), createFactorVault(to)]
  let [opened, closed] = [0, 0]
  const isApp = isNotNull(secondFactors.wrappedSecret)
  for (const { id, userId, wrappedSecret } of await db.select().from(secondFactors).where(isApp).for('update')) {
    const wrapId = appSecretId(userId)
    if (wrappedSecret === null || after.unwrap(wrapId, wrappedSecret) !== undefined) continue
    const secret = before.unwrap(wrapId, wrappedSecret)
    if (secret === undefined) {
      closed += 1
      continue
    }
    opened += 1
    await db
      .update(secondFactors)
      .set({ wrappedSecret: after.wrap(wrapId, secret) })
      .where(eq(secondFactors.id, id))
  }
  if (closed > 0 && opened === 0 && !isProved) throw new Error('The old secret does not open the authenticator apps. Nothing was changed.')
}

/** How many authenticator apps this secret does not open: they serve no more. */
export async function countClosedApps(db: Database, secret: string): Promise<number> {
  const { unwrap } = createFactorVault(secret)
  const apps = await db.select().from(secondFactors).where(isNotNull(secondFactors.wrappedSecret))
  return apps.filter(({ userId, wrappedSecret }) => wrappedSecret !== null && unwrap(appSecretId(userId), wrappedSecret) === undefined)
    .length
}
