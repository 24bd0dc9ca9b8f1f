/** Says what removing the demo rows of a database would remove. Changes nothing. */
import { count, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accessories, type DemoEntity, demoRows, files, productUpdates, sessions, userProducts, users } from '../db/tables.ts'
import { findDemoDependents } from './demoDependents.ts'
import { isDemoFile } from './demoFiles.ts'
import { isDemoRow } from './demoTables.ts'

export type DemoSummary = {
  /** What there is, by what it is called. */
  readonly counts: Readonly<Record<string, number>>
  /** User names of demo accounts that were made somebody's own: with a password or an address that the demo did not give them. */
  readonly ownAccounts: readonly string[]
  /** One sentence for each real record that hangs on a demo row; where there is any, nothing can be removed. */
  readonly dependents: readonly string[]
}

/** Says what `removeDemo` would do. */
export async function describeDemo(db: Database): Promise<DemoSummary> {
  const detectors = db.select({ id: userProducts.id }).from(userProducts).where(isDemoRow('users', userProducts.userId))
  const marks = await db.select({ entity: demoRows.entity, rows: count() }).from(demoRows).groupBy(demoRows.entity)
  const marked = (entity: DemoEntity) => marks.find((one) => one.entity === entity)?.rows ?? 0
  return {
    counts: {
      accounts: marked('users'),
      sessions: await db.$count(sessions, isDemoRow('users', sessions.userId)),
      detectors: await db.$count(userProducts, isDemoRow('users', userProducts.userId)),
      coils: await db.$count(accessories, isDemoRow('users', accessories.userId)),
      updates: await db.$count(productUpdates, inArray(productUpdates.userProductId, detectors)),
      products: marked('products'),
      firmwares: marked('firmwares'),
      'beta groups': marked('betaGroups'),
      'warranty codes': marked('warrantyCodes'),
      news: marked('news'),
      'rally zones': marked('rallyZones'),
      files: await db.$count(files, isDemoFile(db)),
    },
    ownAccounts: await findOwnAccounts(db),
    dependents: await findDemoDependents(db),
  }
}

/** All that were made at once began with the same hash. */
async function findOwnAccounts(db: Database): Promise<string[]> {
  const isDemoUser = isDemoRow('users', users.id)
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
