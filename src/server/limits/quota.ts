/**
 * Limits how much one account may store. Counts inside the transaction that adds, with the account's row locked, so that concurrent
 * requests on any number of servers never exceed the limit. Knows no table but users; each quota has its own count.
 */
import { eq } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { users } from '../db/tables.ts'

export type Quota = {
  readonly max: number
  readonly count: (db: Database, userId: number) => Promise<number>
  /** Deletes what is dispensable before the request is refused. */
  readonly makeRoom?: (db: Database, userId: number) => Promise<void>
  readonly refusal: () => AppError
}

/**
 * Runs `add` inside the caller's transaction and throws the quota's error if the result exceeds its limit. An account that exceeded it
 * before, under an older rule, keeps what it has and may change it. Throws `resource.not.found` for one that was erased meanwhile.
 */
export async function addWithin<T>(db: Database, userId: number, quotas: readonly Quota[], add: () => Promise<T>): Promise<T> {
  // Not a stronger lock: other transactions insert rows that refer to this account.
  const { erasedAt } = single(await db.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId)).for('no key update'))
  if (erasedAt !== null) throw new AppError('resource.not.found')
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
