/** Releases: what stands above the firmwares of one version, and what staff decide about it (docs/releases.md). */
import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { TestFound } from '../../../contract/haltingRule.ts'
import type { PlanPause } from '../../../contract/releasePlan.ts'
import { offeredStates, releaseStates, releaseSteps } from '../../../contract/releaseStates.ts'
import type { Locale } from '../../../contract/rules.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { users } from './people.ts'

/**
 * A version for one or more products: the firmwares of one release are its languages. Its state is written by `writeStep`
 * (entities/firmware/changeRelease.ts); the specification's `isActive` and `isBetaTest` are read from it (contract/releaseStates.ts).
 */
export const releases = pgTable(
  'releases',
  {
    id: identity(),
    createdAt: instant().notNull().defaultNow(),
    state: text({ enum: releaseStates }).notNull().default('draft'),
    /** What it is offered as while it is offered (`Standing`). */
    reach: text({ enum: offeredStates }).notNull().default('released'),
    /** When it first left draft; null for a draft. */
    offeredAt: instant(),
    /** When all owners were first offered it. */
    releasedAt: instant(),
    withdrawnAt: instant(),
    /** Withdrawn by a person: owners who have it get a mail. Of what was deleted, and withdrawn for that, they get none. */
    isRecalled: boolean().notNull().default(false),
    /** Staged: which part of the owners is offered it, from 0 to 1. */
    share: doublePrecision().notNull().default(1),
    /** When it was staged, or its share last grew. */
    shareSince: instant(),
    /** Why somebody raised it by hand; null where its outcomes did. */
    shareReason: text(),
    /** The shares that outcomes lead to, from 0 to 1; the last is 1, which is *released*. Empty: it grows by hand only. */
    planShares: doublePrecision().array().notNull().default([]),
    /** Why the plan does not go on by itself; without a plan, where it fails in the portal (contract/releasePlan.ts). */
    planPaused: jsonb().$type<PlanPause>(),
    /** What has halted it by itself; null where a person did, or since it is offered again. */
    haltedFor: jsonb().$type<TestFound>(),
    /** Which count of outcomes it is: resuming by hand starts a new one. */
    round: integer().notNull().default(1),
    /** Requirements (contract/requirements.ts): null, false or empty where there is none. */
    minimumInstalledVersion: text(),
    steppingStone: text(),
    hardwareVersions: smallint().array().notNull().default([]),
    minimumBatteryPercent: integer(),
    needsCoil: boolean().notNull().default(false),
    minimumAppBuild: integer(),
    /** Whether owners get a mail once it is offered to them: not of a language that was offered already as part of another release. */
    mailsOwners: boolean().notNull().default(true),
    /** Offered without proof from real hardware: when, by whom, and why. No reason: by an administrator's program. */
    proofExceptionAt: instant(),
    proofExceptionBy: reference().references(() => users.id, { onDelete: 'set null' }),
    proofExceptionReason: text(),
  },
  (release) => [
    check('releases_reach_check', sql`${release.state} = ${release.reach} or ${release.state} in ('draft', 'halted', 'withdrawn')`),
  ],
)

/** Administrators who have approved a release as it is. */
export const releaseApprovals = pgTable(
  'release_approvals',
  {
    releaseId: partOf(() => releases.id),
    userId: partOf(() => users.id),
    date: instant().notNull(),
    /** When somebody else offered it to all with this approval; null where nobody has yet. */
    offeredAt: instant(),
  },
  (row) => [primaryKey({ columns: [row.releaseId, row.userId] }), index('release_approvals_user_id_index').on(row.userId)],
)

/** Detectors that a release is kept from for now, because of a known fault. */
export const releaseHolds = pgTable(
  'release_holds',
  {
    id: identity(),
    releaseId: partOf(() => releases.id),
    /** Empty: all. */
    hardwareVersions: smallint().array().notNull().default([]),
    /** Shown to the owner, in each language of the portal. */
    reason: jsonb().$type<Readonly<Record<Locale, string>>>().notNull(),
    since: instant().notNull(),
  },
  (hold) => [index('release_holds_release_id_index').on(hold.releaseId)],
)

/** A step that a release takes later, one for each release; when it is due stands in `due_work`, kind `releaseStep`. */
export const releaseSchedules = pgTable(
  'release_schedules',
  {
    releaseId: reference()
      .primaryKey()
      .references(() => releases.id, { onDelete: 'cascade' }),
    step: text({ enum: releaseSteps }).notNull(),
    at: instant().notNull(),
    /** Whose step it is, with fresh proof when it was set. */
    userId: partOf(() => users.id),
    setAt: instant().notNull(),
    /** What was confirmed when it was set: the body of the call. */
    asked: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Why it was not taken when it was due: a code of errors.ts, or `restored` (installation/restored.ts). Then it waits for a person. */
    failure: text(),
  },
  (schedule) => [index('release_schedules_user_id_index').on(schedule.userId)],
)

/**
 * Owners who get no mail about a release any more: theirs was queued, whether it was sent or not. A mail that is dropped because its release
 * is not offered any more takes its row along.
 */
export const releaseMails = pgTable(
  'release_mails',
  {
    releaseId: partOf(() => releases.id),
    userId: partOf(() => users.id),
    date: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.releaseId] }), index('release_mails_release_id_index').on(row.releaseId)],
)

/** Owners who were told that a withdrawn release is on a detector of theirs: once each. */
export const releaseRecalls = pgTable(
  'release_recalls',
  {
    releaseId: partOf(() => releases.id),
    userId: partOf(() => users.id),
    date: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.releaseId, row.userId] }), index('release_recalls_user_id_index').on(row.userId)],
)
