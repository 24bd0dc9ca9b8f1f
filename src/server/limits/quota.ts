/**
 * How much one account may keep. Counted in the transaction that adds, under a lock on the account's row: of any number of requests at once,
 * on any number of servers, exactly as many succeed as there is room for. Knows no table but that of users; each quota says how it counts.
 */
import { eq } from 'drizzle-orm'
import type { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { users } from '../db/tables.ts'

export type Quota = {
  readonly max: number
  readonly count: (db: Database, userId: number) => Promise<number>
  /** Removes what may go before anything is refused. */
  readonly makeRoom?: (db: Database, userId: number) => Promise<void>
  readonly refusal: () => AppError
}

/**
 * Runs `add` inside the caller's transaction; throws a quota's refusal where there is more afterwards than it allows. An account that was
 * beyond it before, by an older rule, keeps what it has and may change it.
 */
export async function addWithin<T>(db: Database, userId: number, quotas: readonly Quota[], add: () => Promise<T>): Promise<T> {
  // Not stronger: rows that refer to the account are added by others meanwhile.
  single(await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'))
  const before: number[] = []
  for (const quota of quotas) before.push(await quota.count(db, userId))
  const added = await add()
  for (const [index, quota] of quotas.entries()) {
    const isBeyond = async () => (await quota.count(db, userId)) > Math.max(quota.max, before[index] ?? 0)
    if (!(await isBeyond())) continue
    await quota.makeRoom?.(db, userId)
    if (await isBeyond()) throw quota.refusal()
  }
  return added
}
