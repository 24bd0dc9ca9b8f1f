/**
 * The effect *rows of many people leave*: counts the distinct people in the answers to all calls of an account within an hour
 * (contract/endpoint.ts, `people`). Counted roughly: a person is one bit of a sketch, kept in memory and shared with the other servers once a
 * minute. Knows no call.
 */
import { and, eq, gte } from 'drizzle-orm'
import { peopleSeenMax } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { peopleSeen } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { type Orderer, requireFreshSignIn } from './evidence.ts'

/** Accounts have consecutive numbers: of fewer than these, each has a bit of its own. */
const bits = 65_536
const words = bits / 32
type Sketch = Uint32Array<ArrayBuffer>
/** What was seen in the same of these is forgotten together. */
const periodMs = 10 * minuteMs
const sharedEveryMs = minuteMs

/** By period. `unlimited`: people seen with a fresh sign-in, who do not count towards the limit. */
type Seen = { readonly limited: Map<number, Sketch>; readonly unlimited: Map<number, Sketch>; sharedAtMs: number }
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
      const seen = seenBy.get(by.id) ?? { limited: new Map<number, Sketch>(), unlimited: new Map<number, Sketch>(), sharedAtMs: 0 }
      seenBy.set(by.id, seen)
      const since = startOf(now.getTime() - hourMs)
      for (const periods of [seen.limited, seen.unlimited]) for (const period of periods.keys()) if (period < since) periods.delete(period)
      if (now.getTime() - seen.sharedAtMs >= sharedEveryMs) await share(db, by.id, seen, now)
      const limited = union([...seen.limited.values()])
      const all = union([limited, ...seen.unlimited.values()])
      const added = new Set(ids.filter((id) => !hasBit(all, id)))
      if (added.size === 0) return false
      if (countBits(limited) + added.size > peopleSeenMax) requireFreshSignIn(by)
      const [periods, period] = [by.hasFreshSignIn ? seen.unlimited : seen.limited, startOf(now.getTime())]
      const current = periods.get(period) ?? new Uint32Array(words)
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
    for (const [period, sketch] of seen.limited) {
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
    for (const { period, sketch } of rows) seen.limited.set(period.getTime(), fromText(sketch))
  })
  seen.sharedAtMs = now.getTime()
}

const toText = ({ buffer }: Sketch) => Buffer.from(buffer).toString('base64')
const fromText = (text: string): Sketch => new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)

function startOf(ms: number): number {
  return ms - (ms % periodMs)
}

function union(sketches: readonly Sketch[]): Sketch {
  const all = new Uint32Array(words)
  // Loops by index: each answer to staff runs them.
  for (const sketch of sketches) for (let index = 0; index < words; index += 1) all[index] = (all[index] ?? 0) | (sketch[index] ?? 0)
  return all
}

/** Also of a number below zero, which is no person but counts as one. */
function bitOf(id: number): number {
  return id & (bits - 1)
}

function setBit(sketch: Sketch, id: number): void {
  const bit = bitOf(id)
  sketch[bit >> 5] = (sketch[bit >> 5] ?? 0) | (1 << (bit & 31))
}

function hasBit(sketch: Sketch, id: number): boolean {
  const bit = bitOf(id)
  return ((sketch[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0
}

function countBits(sketch: Sketch): number {
  let count = 0
  for (let index = 0; index < words; index += 1) for (let rest = sketch[index] ?? 0; rest !== 0; rest &= rest - 1) count += 1
  return count
}
