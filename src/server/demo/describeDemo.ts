/** Describes what removing the demo rows would remove. Changes nothing. */
import { count, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accessories, demoEntities, demoRows, files, productUpdates, sessions, userProducts, users } from '../db/tables.ts'
import { findDemoDependents } from './demoDependents.ts'
import { isDemoFile } from './demoFiles.ts'
import { isDemoRow } from './demoRows.ts'

export type DemoSummary = {
  /** Number of rows, by their name in the output. */
  readonly counts: Readonly<Record<string, number>>
  /** User names of demo accounts with a password or address that the demo did not give them. */
  readonly ownAccounts: readonly string[]
  /** One sentence for each real record that depends on a demo row. If there are any, nothing can be removed. */
  readonly dependents: readonly string[]
}

/** Describes what `removeDemo` would remove. */
export async function describeDemo(db: Database): Promise<DemoSummary> {
  const detectors = db.select({ id: userProducts.id }).from(userProducts).where(isDemoRow('user', userProducts.userId))
  const marks = await db.select({ entity: demoRows.entity, rows: count() }).from(demoRows).groupBy(demoRows.entity)
  const marked = Object.values(demoEntities).map(
    ({ mark, shownAs }) => [shownAs, marks.find(({ entity }) => entity === mark)?.rows ?? 0] as const,
  )
  return {
    counts: {
      ...Object.fromEntries(marked),
      sessions: await db.$count(sessions, isDemoRow('user', sessions.userId)),
      detectors: await db.$count(userProducts, isDemoRow('user', userProducts.userId)),
      coils: await db.$count(accessories, isDemoRow('user', accessories.userId)),
      updates: await db.$count(productUpdates, inArray(productUpdates.userProductId, detectors)),
      // Also those that a demo row names.
      [demoEntities.file.shownAs]: await db.$count(files, isDemoFile(db)),
    },
    ownAccounts: await findOwnAccounts(db),
    dependents: await findDemoDependents(db),
  }
}

/** Accounts created together started with the same hash, so a hash of its own means a changed password. */
async function findOwnAccounts(db: Database): Promise<string[]> {
  const isDemoUser = isDemoRow('user', users.id)
  const shared = db
    .select({ hash: users.passwordHash })
    .from(users)
    .where(isDemoUser)
    .groupBy(users.passwordHash)
    .having(sql`count(*) > 1`)
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(sql`${isDemoUser} and (${notInArray(users.passwordHash, shared)} or ${users.username} !~ '@example\\.(com|net|org)$')`)
    .orderBy(users.username)
  return rows.map(({ username }) => username)
}
