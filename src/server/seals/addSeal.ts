import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { type Chain, chains, seals } from '../db/tables.ts'
import { hashOfSeal, type Seal, type SealedEntry, startRoot } from './seal.ts'

/** An arbitrary constant: the advisory lock that lets one server at a time change the chains. */
const sealLock = 7_308_896

/** Runs `work` in a transaction, if nobody else changes the chains at this moment. Otherwise returns undefined, and waits for nobody. */
export function withSealLock<T extends object>(db: Database, work: (db: Database) => Promise<T>): Promise<T | undefined> {
  return db.transaction(async (transaction) => {
    const [row] = rowsOf(await transaction.execute(sql`select pg_try_advisory_xact_lock(${sealLock}) as is_ours`))
    return row?.['is_ours'] === true ? work(transaction) : undefined
  })
}

/** Within a transaction: until it ends, nobody else changes the chains. */
export async function waitForSealLock(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${sealLock})`)
}

export async function findLastSeal(db: Database, chain: Chain): Promise<Seal | undefined> {
  const [last] = await db.select().from(seals).where(eq(seals.chain, chain)).orderBy(desc(seals.number)).limit(1)
  return last
}

type NewSeal = {
  readonly chain: Chain
  readonly kind: Seal['kind']
  /** In the order of their ids. */
  readonly entries?: readonly SealedEntry[]
  /** Of `began`: the newest row that is there. */
  readonly newestId?: number | null
}

/** Within `withSealLock`. */
export async function addSeal(db: Database, { chain, kind, entries = [], newestId = null }: NewSeal, now: Date): Promise<Seal> {
  const last = await findLastSeal(db, chain)
  const root = startRoot()
  for (const entry of entries) root.add(entry)
  const newest = entries.at(-1)
  const facts = {
    chain,
    number: (last?.number ?? 0) + 1,
    kind,
    previous: last?.hash ?? '',
    root: root.end(),
    count: entries.length,
    newestId: newest?.id ?? newestId,
    newestAt: newest === undefined ? null : new Date(entries.reduce((latest, { date }) => Math.max(latest, date.getTime()), 0)),
    madeAt: now,
  }
  const seal = { ...facts, hash: hashOfSeal(facts), isLogged: false }
  await db.insert(seals).values(seal)
  return seal
}

/** A restored chain goes on, and says so: the log has other seals of the numbers that follow. Within the transaction of a restore. */
export async function noteRestoredInChains(db: Database, now: Date): Promise<void> {
  for (const chain of chains) if ((await findLastSeal(db, chain)) !== undefined) await addSeal(db, { chain, kind: 'restored' }, now)
}
