/**
 * Seals rows of the audit trail and the security log that can no longer change: in pieces, each a transaction of one server. Nothing that
 * writes these rows knows of it, so a row may be committed after one with a higher id has been sealed. Each pass looks back over `lateMs`;
 * a sweep looks at all rows, so that nothing stays unsealed whatever happened.
 */
import { and, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { toTimestamp } from '../db/instants.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { type Chain, chains, seals } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { addSeal, findLastSeal, withSealLock } from './addSeal.ts'
import { chainParts, hashOfValues, isUnsealed, lateMs } from './chains.ts'
import type { SealedEntry } from './seal.ts'

/** Rows of the table that a transaction looks at. */
const pieceRows = 2_000
/** After the end of their hour; clocks of servers may differ, and a call takes its time. */
const growsForMs = 10 * minuteMs

type SealContext = { readonly db: Database; readonly clock: () => Date; readonly log: Logger }
export type SealOptions = {
  readonly isSweep: boolean
  /** Called after each piece that sealed something. Returns true to stop. */
  readonly pause: () => Promise<boolean>
}
type Piece = { readonly through: number; readonly sealed: number }

/** Returns how many rows were sealed. Stops at once where another server seals; that one does all. */
export async function sealChains(context: SealContext, { isSweep, pause }: SealOptions): Promise<number> {
  let sealed = 0
  for (const chain of chains) {
    // What is written meanwhile is for the next pass: otherwise a busy chain would keep the others waiting.
    const end = await findNewest(context.db, chain)
    for (let after = isSweep ? 0 : await findResume(context.db, chain); ;) {
      const now = context.clock()
      const piece = await withSealLock(context.db, (db) => sealPiece(db, chain, after, now))
      if (piece === undefined) return sealed
      sealed += piece.sealed
      if (piece.sealed > 0) {
        await logSeals(context)
        if (await pause()) return sealed
      }
      if (piece.through === after || after >= end) break
      after = piece.through
    }
  }
  await logSeals(context)
  return sealed
}

/** Rows up to this id have been looked at when none of them could be missing any more. */
async function findResume(db: Database, chain: Chain): Promise<number> {
  const last = await findLastSeal(db, chain)
  if (last === undefined) return 0
  const early = new Date(last.madeAt.getTime() - lateMs)
  const isSettled = or(lt(seals.madeAt, early), and(eq(seals.kind, 'backlog'), lt(seals.newestAt, early)))
  const [settled] = await db
    .select({ id: seals.newestId })
    .from(seals)
    .where(and(eq(seals.chain, chain), isNotNull(seals.newestId), isSettled))
    .orderBy(desc(seals.number))
    .limit(1)
  return settled?.id ?? 0
}

async function sealPiece(db: Database, chain: Chain, after: number, now: Date): Promise<Piece> {
  const newest = (await findLastSeal(db, chain)) ?? (await begin(db, chain, now))
  const isBehind = newest.kind === 'began' || newest.kind === 'backlog'
  const backlogEnd = isBehind ? await findBacklogEnd(db, chain) : 0
  const last = isBehind && after >= backlogEnd ? await addSeal(db, { chain, kind: 'caughtUp' }, now) : newest
  const through = await findPieceEnd(db, chain, after, backlogEnd)
  if (through === after) return { through, sealed: 0 }
  if (chain !== 'audit') await closeRepeats(db, chain, { after, through, now })
  const kind = through <= backlogEnd ? 'backlog' : 'entries'
  const days = await sealRows(db, chain, { after, through, firstNumber: last.number + 1 })
  for (const entries of days) await addSeal(db, { chain, kind, entries }, now)
  return { through, sealed: days.reduce((sum, { length }) => sum + length, 0) }
}

/** The id of the newest row; 0 if there is none. */
async function findNewest(db: Database, chain: Chain): Promise<number> {
  const [newest] = rowsOf(await db.execute(sql`select max(id)::text as id from ${chainParts[chain].table}`))
  return Number(newest?.['id'] ?? 0)
}

/** Notes which rows were there before the chain. */
async function begin(db: Database, chain: Chain, now: Date) {
  return addSeal(db, { chain, kind: 'began', newestId: await findNewest(db, chain) }, now)
}

async function findBacklogEnd(db: Database, chain: Chain): Promise<number> {
  const [began] = await db
    .select({ id: seals.newestId })
    .from(seals)
    .where(and(eq(seals.chain, chain), eq(seals.kind, 'began')))
    .limit(1)
  return began?.id ?? 0
}

/** A piece does not reach over the end of the backlog: its rows are under seals of their own. */
async function findPieceEnd(db: Database, chain: Chain, after: number, backlogEnd: number): Promise<number> {
  const { table } = chainParts[chain]
  const isOfBacklog = after < backlogEnd ? sql`id <= ${backlogEnd}` : sql`true`
  const [row] = rowsOf(
    await db.execute(
      sql`select max(id)::text as id from (select id from ${table} where id > ${after} and ${isOfBacklog} order by id limit ${pieceRows}) as piece`,
    ),
  )
  return Number(row?.['id'] ?? after)
}

type Range = { readonly after: number; readonly through: number }

/**
 * Repeats of an hour that is over are counted in a new row from now on. Skips rows that somebody writes at this moment, so that nobody
 * waits for another; the next pass finds them.
 */
async function closeRepeats(db: Database, chain: Chain, { after, through, now }: Range & { now: Date }): Promise<void> {
  const hour = new Date(Math.floor((now.getTime() - growsForMs) / hourMs) * hourMs)
  const { isOf } = chainParts[chain]
  await db.execute(sql`
    update security_events set repeat_key = null where id in (
      select id from security_events e
      where id > ${after} and id <= ${through} and ${isOf} and repeat_key is not null and first_at < ${toTimestamp(hour)} and ${isUnsealed(chain)}
      for update skip locked)`)
}

/** A seal has rows of one day, so that they age out together. Returns the entries of each seal, in the order of their numbers. */
async function sealRows(db: Database, chain: Chain, { after, through, firstNumber }: Range & { firstNumber: number }) {
  const { table, isOf, isFinished, kind, date, userId, actorId, values } = chainParts[chain]
  const rows = rowsOf(
    await db.execute(sql`
      insert into sealed_entries (chain, entry_id, seal, kind, date, user_id, actor_id, salt, values_hash)
      select ${chain}::text, e.id, ${firstNumber}::bigint - 1 + dense_rank() over (order by date_trunc('day', ${date}, 'UTC')), ${kind}, ${date},
        ${userId}, ${actorId}, e.salt, ${hashOfValues(sql`e.salt`, values({ userId, actorId }))}
      from (
        select e.*, gen_random_uuid() as salt from ${table} e
        where e.id > ${after} and e.id <= ${through} and ${isOf} and ${isFinished} and ${isUnsealed(chain)}
      ) as e
      returning seal::text as seal, entry_id::text as id, kind, (extract(epoch from date) * 1000)::text as date, values_hash`),
  )
  const bySeal = new Map<number, SealedEntry[]>()
  for (const row of rows) {
    const entries = bySeal.get(Number(row['seal'])) ?? []
    entries.push({
      id: Number(row['id']),
      kind: String(row['kind']),
      date: new Date(Number(row['date'])),
      valuesHash: String(row['values_hash']),
    })
    bySeal.set(Number(row['seal']), entries)
  }
  return [...bySeal.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, entries]) => entries.toSorted((one, other) => one.id - other.id))
}

/** Before it is noted that they were: a server that is killed in between logs them once more, with the same hash. */
async function logSeals({ db, log }: SealContext): Promise<void> {
  await db.transaction(async (transaction) => {
    const unlogged = rowsOf(
      await transaction.execute(sql`
        select chain, number::text as number, kind, hash, count from seals where not is_logged
        order by chain, number for update skip locked`),
    )
    if (unlogged.length === 0) return
    for (const { chain, number, kind, hash, count } of unlogged)
      log.info({ chain, number: Number(number), kind, hash, count }, 'a seal was made')
    await transaction.execute(sql`
      update seals set is_logged = true
      where (chain, number) in (select * from unnest(${sql.param(unlogged.map((seal) => seal['chain']))}::text[],
        ${sql.param(unlogged.map((seal) => seal['number']))}::bigint[]))`)
  })
}
