/** What became of a release on detectors, as staff read it (docs/releases.md, "Halting"): each detector once, by its first attempt. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { id, instant } from './fields.ts'
import { testKinds } from './haltingRule.ts'
import { browserFamilies, firmwareAfterFailure, outcomeFailures, updateErrorTypes } from './rules.ts'

const count = { outcomes: v.number(), failures: v.number() }

/** How the first attempt failed. `firmwareAfter`: `none` after the erase, `unknown` after the last byte. Both are null where nothing was reported. */
const cause = {
  failure: v.picklist(outcomeFailures),
  errorType: v.nullable(v.picklist(updateErrorTypes)),
  firmwareAfter: v.nullable(v.picklist(firmwareAfterFailure)),
}

export const shownOutcomes = v.object({
  /** Which count it is, from 1: resuming by hand starts a new one. Everything below but `failed` is of this count. */
  round: v.number(),
  /** Detectors that count. A failure may not count although its detector does: the others of `begun` are these. */
  totals: v.object({
    begun: v.number(),
    running: v.number(),
    succeeded: v.number(),
    failed: v.number(),
    /** Of those that failed, how many succeeded later. */
    repaired: v.number(),
  }),
  /** What does not count: further detectors of accounts with more than five, and further failures of accounts while there are fewer than three. */
  uncounted: v.object({ begun: v.number(), failed: v.number() }),
  causes: v.array(v.object({ ...cause, detectors: v.number() })),
  /** What is watched (haltingRule.ts); `place` counts those of its kind. The first one is all of it. */
  tests: v.array(
    v.object({
      ...count,
      kind: v.picklist(testKinds),
      name: v.string(),
      place: v.number(),
      /** From 0 to 1. */
      expected: v.number(),
      before: v.nullable(v.object(count)),
    }),
  ),
  /** By the day in UTC on which they began. */
  days: v.array(v.object({ day: v.string(), begun: v.number(), succeeded: v.number(), failed: v.number() })),
  /** How the count stood at times that lie evenly; the last is now. `forStep`: as the next step of a plan sees it (releasePlan.ts). */
  course: v.array(v.object({ ...count, at: instant, forStep: v.object(count) })),
  /** Detectors on which the first attempt failed, the latest first, `shownFailuresMax` at most; also those that do not count. */
  failed: v.array(
    v.object({
      ...cause,
      at: instant,
      round: v.number(),
      isCounted: v.boolean(),
      serialNumberFormatted: v.string(),
      /** Null: it has no owner any more. */
      userProductId: v.nullable(id),
      user: v.nullable(choice),
      hardwareVersion: v.number(),
      /** Of the portal; null where its page did not say. */
      appBuild: v.nullable(v.number()),
      browser: v.nullable(v.picklist(browserFamilies)),
      repairedAt: v.nullable(instant),
    }),
  ),
})
export type ShownOutcomes = v.InferOutput<typeof shownOutcomes>

export const shownFailuresMax = 100
