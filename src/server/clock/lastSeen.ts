/**
 * The time that an installation on the embedded database last saw, and the doubt that begins where the clock is far from it at a start. Its
 * only clock is the computer's, so a clock that was set looks like a server that was switched off meanwhile.
 */
import * as v from 'valibot'
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../installation/setting.ts'
import { dayMs, hourMs } from '../limits/durations.ts'
import { describeMs } from './portalClock.ts'

const settingKey = 'lastSeen'
/** A doubt is over when the server has run for this long, over several starts if need be, and the operator has confirmed the clock. */
const doubtedRunMs = 24 * hourMs

const schema = v.object({
  seenMs: v.number(),
  doubt: v.optional(
    v.object({
      /** The last time that was sure; with `ranMs` added, what a right clock would show if the server had never been stopped. */
      sureMs: v.number(),
      /** How long it has run since the doubt began. */
      ranMs: v.number(),
      isConfirmed: v.boolean(),
    }),
  ),
})
export type LastSeen = v.InferOutput<typeof schema>
export type Doubt = NonNullable<LastSeen['doubt']>

/** undefined at the first start. */
export async function readLastSeen(db: Database): Promise<LastSeen | undefined> {
  const value = await readSetting(db, settingKey)
  return value === undefined ? undefined : v.parse(schema, JSON.parse(value))
}

export async function writeLastSeen(db: Database, lastSeen: LastSeen): Promise<void> {
  await writeSetting(db, settingKey, JSON.stringify(lastSeen))
}

/** What a start at `wallMs` makes of the time that was last seen. */
export function judgeStart(known: LastSeen | undefined, wallMs: number): LastSeen {
  if (known === undefined) return { seenMs: wallMs }
  const { seenMs, doubt } = known
  if (doubt !== undefined && isRightAgain(doubt, wallMs)) return { seenMs: wallMs }
  if (Math.abs(wallMs - seenMs) <= dayMs) return { seenMs: wallMs, doubt }
  const sureMs = doubt === undefined ? seenMs : doubt.sureMs + doubt.ranMs
  return { seenMs: wallMs, doubt: { sureMs, ranMs: 0, isConfirmed: false } }
}

/** Whether the clock has come back to what it showed before the doubt. A confirmed one counts from then on: nothing has to come back. */
export function isRightAgain({ sureMs, ranMs, isConfirmed }: Doubt, wallMs: number): boolean {
  return !isConfirmed && Math.abs(wallMs - sureMs - ranMs) <= dayMs
}

export function isOver({ ranMs, isConfirmed }: Doubt): boolean {
  return isConfirmed && ranMs >= doubtedRunMs
}

/** "The clock was 400 days ahead of …: nothing is deleted until …" */
export function describeDoubt({ sureMs, ranMs, isConfirmed }: Doubt, wallMs: number): string {
  const aheadMs = wallMs - sureMs - ranMs
  const waitsFor = [
    ...(ranMs < doubtedRunMs ? [`the server has run for ${describeMs(doubtedRunMs - ranMs)} more`] : []),
    ...(isConfirmed ? [] : ['you have confirmed the clock']),
  ]
  const since = `the last time seen before (${new Date(sureMs).toISOString()})`
  const jump = `The clock is ${describeMs(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${since}`
  return `${jump}: nothing that expires is deleted until ${waitsFor.join(' and ')}.`
}
