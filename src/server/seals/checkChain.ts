/**
 * Checks a chain from its first seal to its last, and each sealed row against its hash, in batches. Changes nothing. What it cannot find is a
 * chain whose newer part was written anew as a whole: that differs from the seals in the servers' log.
 */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { toTimestamp } from '../db/instants.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { type Chain, seals } from '../db/tables.ts'
import { dayMs } from '../limits/durations.ts'
import { chainParts, isUnsealed, keptDays, type KeptRows, keptRowsMax, lateMs } from './chains.ts'
import { type CheckedEntry, readEntries } from './readEntries.ts'
import { hashOfSeal, type Seal, startRoot } from './seal.ts'

const batchSeals = 500
const namedMax = 5

export type ChainCheck = {
  /** Sentences without their full stop; at most a few, and how many there are. */
  readonly problems: readonly string[]
  readonly problemCount: number
  readonly entryCount: number
  /** Rows whose salt is gone, so that their values cannot be compared. */
  readonly erasedCount: number
  readonly last: Seal | undefined
  /** Rows that could be sealed. */
  readonly waitingCount: number
  readonly waitingSince: Date | undefined
}

/** Within a transaction that sees one moment. */
export async function checkChain(db: Database, chain: Chain, now: Date, most: KeptRows = keptRowsMax): Promise<ChainCheck> {
  const problems: string[] = []
  const found = { problems, problemCount: 0, entryCount: 0, erasedCount: 0 }
  const report = (problem: string) => {
    found.problemCount += 1
    if (found.problems.length < namedMax) found.problems.push(problem)
  }
  const mayBeGone = agingRule(db, chain, now, most)
  const entries = readEntries(db, chain)
  let next = await entries.next()
  let [last, baseline]: [Seal | undefined, Date | undefined] = [undefined, undefined]

  for await (const seal of readSeals(db, chain)) {
    const isEnd = last === undefined && seal.number > 1
    for (const problem of await judgeSeal(seal, last, mayBeGone)) report(problem)
    for (; next.done !== true && next.value.seal < seal.number; next = await entries.next())
      report(`${nameOf(chain, next.value)} is listed under a seal that is not there`)
    const root = startRoot()
    let count = 0
    for (; next.done !== true && next.value.seal === seal.number; next = await entries.next()) {
      root.add(next.value)
      count += 1
      for (const problem of await judgeEntry(chain, next.value, { seal, baseline, mayBeGone })) report(problem)
      if (next.value.isErased) found.erasedCount += 1
    }
    if (!(isEnd && count === 0) && (count !== seal.count || root.end() !== seal.root))
      report(`the list of entries of seal ${seal.number} of the chain ${chain} was changed (it has ${count}, and had ${seal.count})`)
    found.entryCount += count
    if (seal.kind !== 'restored') baseline = seal.madeAt
    last = seal
  }
  for (; next.done !== true; next = await entries.next()) report(`${nameOf(chain, next.value)} is listed under a seal that is not there`)
  const isBehind = last === undefined || last.kind === 'began' || last.kind === 'backlog'
  const waiting = await findWaiting(db, chain, isBehind ? undefined : baseline)
  for (const late of waiting.late) report(`${nameOf(chain, late)} was inserted later than its date says`)
  return { ...found, last, waitingCount: waiting.count, waitingSince: waiting.since }
}

async function* readSeals(db: Database, chain: Chain): AsyncGenerator<Seal> {
  for (let after = 0; ;) {
    const isNext = and(eq(seals.chain, chain), gt(seals.number, after))
    const batch = await db.select().from(seals).where(isNext).orderBy(asc(seals.number)).limit(batchSeals)
    yield* batch
    const newest = batch.at(-1)
    if (newest === undefined) return
    after = newest.number
  }
}

type AgingRule = (row: { readonly id: number | null; readonly date: Date | null }) => Promise<boolean>

async function judgeSeal(seal: Seal, last: Seal | undefined, mayBeGone: AgingRule): Promise<string[]> {
  const name = `seal ${seal.number} of the chain ${seal.chain}`
  const problems: string[] = []
  if (hashOfSeal(seal) !== seal.hash) problems.push(`${name} was changed`)
  if (last === undefined) {
    if (seal.number > 1 && !(await mayBeGone({ id: seal.newestId, date: seal.newestAt })))
      problems.push(`the seals before ${name} were removed`)
  } else if (seal.number !== last.number + 1)
    problems.push(`seals between ${last.number} and ${seal.number} of the chain ${seal.chain} were removed`)
  else if (seal.previous !== last.hash) problems.push(`${name} does not follow from the one before`)
  return problems
}

type SealedSpan = { readonly seal: Seal; readonly baseline: Date | undefined; readonly mayBeGone: AgingRule }

async function judgeEntry(chain: Chain, entry: CheckedEntry, { seal, baseline, mayBeGone }: SealedSpan): Promise<string[]> {
  const name = nameOf(chain, entry)
  if (!entry.isThere) return chain !== 'audit' && (await mayBeGone(entry)) ? [] : [`${name} was removed`]
  if (!entry.isSame) return [`${name} was changed`]
  return seal.kind === 'entries' && isLate(entry, baseline) ? [`${name} was inserted later than its date says`] : []
}

/** The end of a view whose time was over is written with that time, by the next server that runs. */
function isLate({ kind, date }: Pick<CheckedEntry, 'kind' | 'date'>, baseline: Date | undefined): boolean {
  return baseline !== undefined && kind !== 'impersonationEnded' && date.getTime() < baseline.getTime() - lateMs
}

function nameOf(chain: Chain, { id, kind, date }: Pick<CheckedEntry, 'id' | 'kind' | 'date'>): string {
  return `${chain === 'audit' ? 'audit entry' : 'security event'} ${id} (${kind}, ${date.toISOString()})`
}

/** Whether purgeOldEvents (auth/securityLog.ts) has deleted a row, or may do so: by its age, or because there are enough newer ones. */
function agingRule(db: Database, chain: Chain, now: Date, most: KeptRows): AgingRule {
  const before = now.getTime() - keptDays * dayMs
  let boundary: Promise<number> | undefined
  return async ({ id, date }) => {
    if (chain === 'audit' || id === null || date === null) return false
    if (date.getTime() < before) return true
    boundary ??= findBoundary(db, chain, most[chain])
    return id < (await boundary)
  }
}

/** The id with so many newer ones behind it, whether their rows are still there or not. 0 if there are fewer. */
async function findBoundary(db: Database, chain: Chain, most: number): Promise<number> {
  const { table, isOf } = chainParts[chain]
  const [row] = rowsOf(
    await db.execute(sql`
      select id::text as id from (
        select entry_id as id from sealed_entries where chain = ${chain} union select e.id from ${table} e where ${isOf}
      ) as known order by known.id desc offset ${most - 1} limit 1`),
  )
  return Number(row?.['id'] ?? 0)
}

/** Unsealed rows that can no longer change; those that are far older than the newest seal are named. */
async function findWaiting(db: Database, chain: Chain, baseline: Date | undefined) {
  const { table, isOf, isFinished, kind, date } = chainParts[chain]
  const [row] = rowsOf(
    await db.execute(sql`
      select count(*)::text as count, (extract(epoch from min(${date})) * 1000)::text as since from ${table} e
      where ${isOf} and ${isFinished} and ${isUnsealed(chain)}`),
  )
  const count = Number(row?.['count'] ?? 0)
  const since = count === 0 ? undefined : new Date(Number(row?.['since']))
  if (baseline === undefined || count === 0) return { count, since, late: [] }
  const early = toTimestamp(new Date(baseline.getTime() - lateMs))
  const late = rowsOf(
    await db.execute(sql`
      select e.id::text as id, ${kind} as kind, (extract(epoch from ${date}) * 1000)::text as date from ${table} e
      where ${isOf} and ${date} < ${early} and ${isUnsealed(chain)} order by e.id limit ${namedMax}`),
  )
  const named = late.map((one) => ({ id: Number(one['id']), kind: String(one['kind']), date: new Date(Number(one['date'])) }))
  return { count, since, late: named.filter((one) => isLate(one, baseline)) }
}
