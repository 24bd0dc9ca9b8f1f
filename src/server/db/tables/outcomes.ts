/** Outcomes of releases: what became of each on each detector, and what is watched (docs/releases.md, "Halting"). */
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { type Count, testKinds } from '../../../contract/haltingRule.ts'
import { browserFamilies, outcomeFailures } from '../../../contract/rules.ts'
import { instant, partOf, reference } from './columns.ts'
import { productUpdates } from './ownership.ts'
import { users } from './people.ts'
import { releases } from './releases.ts'

/**
 * What became of a release on a detector, by its first attempt. Never changed by what comes later, but for what says so.
 */
export const releaseOutcomes = pgTable(
  'release_outcomes',
  {
    releaseId: partOf(() => releases.id),
    /** A detector, across accounts. */
    productTypeId: integer().notNull(),
    serialNumber: text().notNull(),
    /** Null: the account is gone; it still counts. */
    userId: reference().references(() => users.id, { onDelete: 'set null' }),
    productUpdateId: reference().references(() => productUpdates.id, { onDelete: 'set null' }),
    hardwareVersion: smallint().notNull(),
    appBuild: integer(),
    browser: text({ enum: browserFamilies }),
    isBeta: boolean().notNull(),
    /** The count that it belongs to, `releases.round`. */
    round: integer().notNull(),
    /** One of the first of its account. */
    isCounted: boolean().notNull(),
    /** When its erase was heard of, by the database's clock. */
    beganAt: instant().notNull().defaultNow(),
    /** When its first attempt succeeded, failed, or was given up as silent. */
    endedAt: instant(),
    failure: text({ enum: outcomeFailures }),
    isFailureCounted: boolean().notNull().default(false),
    /** It has been added to `releaseTests.outcomes`: not as it begins, so that beginnings do not wait for each other. Earlier code adds it at once. */
    isSummed: boolean().notNull().default(true),
    /** When a later attempt succeeded. */
    repairedAt: instant(),
    /** When a later attempt left it without a firmware, too. */
    emptyAt: instant(),
    /** When it had been unheard of for a day. */
    lostAt: instant(),
  },
  (outcome) => [
    primaryKey({ columns: [outcome.releaseId, outcome.productTypeId, outcome.serialNumber] }),
    index('release_outcomes_user_id_index').on(outcome.userId),
    index('release_outcomes_product_update_id_index').on(outcome.productUpdateId),
    index('release_outcomes_open_index')
      .on(outcome.beganAt)
      .where(sql`${outcome.endedAt} is null`),
    index('release_outcomes_unsummed_index')
      .on(outcome.releaseId)
      .where(sql`not ${outcome.isSummed}`),
  ],
)

/** The counts that are watched of a release, one row for each test; `expected` stays as it was when draft was left. */
export const releaseTests = pgTable(
  'release_tests',
  {
    releaseId: partOf(() => releases.id),
    kind: text({ enum: testKinds }).notNull(),
    /** The hardware version, the build or the browser; empty where there is one test of its kind. */
    name: text().notNull().default(''),
    /** From 1, among those of its kind. */
    place: smallint().notNull(),
    /** The rate that is expected, from 0 to 1. */
    expected: doublePrecision().notNull(),
    /** How the version before did; null where there is none. */
    before: jsonb().$type<Count>(),
    outcomes: integer().notNull().default(0),
    failures: integer().notNull().default(0),
  },
  (test) => [primaryKey({ columns: [test.releaseId, test.kind, test.name] })],
)
