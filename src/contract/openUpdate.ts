/**
 * An update whose result has not been reported. Its page renews it every `renewEveryMs` while it is online; how long it has been silent follows
 * from the database's clock, so no computer's clock matters.
 */
import * as v from 'valibot'
import { instant } from './fields.ts'

export const renewEveryMs = 15_000
/** An update that was heard of within this time is running, for all who look. */
export const heardWithinMs = 60_000
/** From then on staff see an erased detector as "erased and silent". */
export const silentAfterMs = 15 * 60_000

export const openUpdate = v.object({
  /** When its page was last heard; when it began, for a program that renews nothing. */
  heardAt: instant,
  /** How long ago that was, at the time of the response; null for a program that renews nothing. */
  silentMs: v.nullable(v.number()),
  /** The progress bar of its page; null if not reported yet. */
  percent: v.nullable(v.number()),
  /** The detector had no firmware when it was last heard of. */
  hasErased: v.boolean(),
})
export type OpenUpdate = v.InferOutput<typeof openUpdate>

/** Whether it is running, for all that is known. `agoMs`: since the response was received. */
export function isHeard({ silentMs }: OpenUpdate, agoMs: number): boolean {
  return silentMs !== null && silentMs + agoMs < heardWithinMs
}
