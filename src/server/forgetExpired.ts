/** Removes what time has made useless: refresh tokens past their life, idempotency keys past their day. Safe on several servers at once. */
import { lt } from 'drizzle-orm'
import type { ServerContext } from './call.ts'
import { idempotencyKeys, sessions } from './db/tables.ts'
import { idempotencyKeyMs } from './idempotency.ts'

export async function forgetExpired({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyKeyMs)))
}
