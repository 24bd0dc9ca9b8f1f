/**
 * The effect *rows of many people leave*: how many people's rows the calls of one account have brought it within an hour, whichever calls they
 * are (contract/endpoint.ts, `people`). Counted roughly: a person is one bit of a sketch, kept in memory and shared with the other servers once a
 * minute. Knows no call.
 */
import { and, eq, gte } from 'drizzle-orm'
import { peopleSeenMax } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { peopleSeen } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import type { Orderer } from './evidence.ts'

/** Accounts have consecutive numbers: of fewer than these, each has a bit of its own. */
const bits = 65_536
/** What was seen in the same of these is forgotten together. */
const periodMs = 10 * minuteMs
const sharedEveryMs = minuteMs

/** `proved`: what was seen with fresh proof, which uses nothing up. */
type Seen = { readonly periods: Map<number, Buffer>; readonly proved: Map<number, Buffer>; sharedAtMs: number }
type About = { readonly by: Orderer; readonly now: Date }

export type PeopleSeen = {
  /**
   * Throws `proof.required.error` if these rows would be of more people than an account sees in an hour without fresh proof. The same rows again
   * count once. Resolves to whether it is more with them, with proof or without, for the first time.
   */
  readonly note: (about: About, ids: readonly number[]) => Promise<boolean>
}

export function countPeopleSeen(db: Database): PeopleSeen {
  const seenBy = new Map<number, Seen>()

  return {
    async note({ by, now }, ids) {
      if (ids.length === 0) return false
      const seen = seenBy.get(by.id) ?? { periods: new Map<number, Buffer>(), proved: new Map<number, Buffer>(), sharedAtMs: 0 }
      seenBy.set(by.id, seen)
      const since = startOf(now.getTime() - hourMs)
      for (const periods of [seen.periods, seen.proved]) for (const period of periods.keys()) if (period < since) periods.delete(period)
      if (now.getTime() - seen.sharedAtMs >= sharedEveryMs) await share(db, by.id, seen, now)
      const [unproved, all] = [union([...seen.periods.values()]), union([...seen.periods.values(), ...seen.proved.values()])]
      const added = new Set(ids.filter((id) => !hasBit(all, id)))
      if (added.size === 0) return false
      if (!by.isProved && countBits(unproved) + added.size > peopleSeenMax) throw new AppError('proof.required.error')
      const [periods, period] = [by.isProved ? seen.proved : seen.periods, startOf(now.getTime())]
      const current = periods.get(period) ?? Buffer.alloc(bits / 8)
      for (const id of added) setBit(current, id)
      periods.set(period, current)
      const before = countBits(all)
      return before <= peopleSeenMax && before + added.size > peopleSeenMax
    },
  }
}

/** Adds what this server knows of the last hour to what all know, and takes over what the others have seen. */
async function share(opened: Database, userId: number, seen: Seen, now: Date): Promise<void> {
  const since = new Date(startOf(now.getTime() - hourMs))
  await opened.transaction(async (db) => {
    for (const [period, sketch] of seen.periods) {
      const isIt = and(eq(peopleSeen.userId, userId), eq(peopleSeen.period, new Date(period)))
      await db
        .insert(peopleSeen)
        .values({ userId, period: new Date(period), sketch: toText(sketch) })
        .onConflictDoNothing()
      const stored = single(await db.select().from(peopleSeen).where(isIt).for('update'))
      await db
        .update(peopleSeen)
        .set({ sketch: toText(union([fromText(stored.sketch), sketch])) })
        .where(isIt)
    }
    const rows = await db
      .select()
      .from(peopleSeen)
      .where(and(eq(peopleSeen.userId, userId), gte(peopleSeen.period, since)))
    for (const { period, sketch } of rows) seen.periods.set(period.getTime(), fromText(sketch))
  })
  seen.sharedAtMs = now.getTime()
}

const toText = (sketch: Buffer) => sketch.toString('base64')
const fromText = (text: string) => Buffer.from(text, 'base64')

function startOf(ms: number): number {
  return ms - (ms % periodMs)
}

function union(sketches: readonly Buffer[]): Buffer {
  const all = Buffer.alloc(bits / 8)
  for (const sketch of sketches) for (const [index, byte] of sketch.entries()) all[index] = (all[index] ?? 0) | byte
  return all
}

function setBit(sketch: Buffer, id: number): void {
  const bit = id % bits
  sketch[bit >> 3] = (sketch[bit >> 3] ?? 0) | (1 << (bit & 7))
}

function hasBit(sketch: Buffer, id: number): boolean {
  const bit = id % bits
  return ((sketch[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
}

function countBits(sketch: Buffer): number {
  let count = 0
  for (const byte of sketch) for (let rest = byte; rest > 0; rest &= rest - 1) count += 1
  return count
}
