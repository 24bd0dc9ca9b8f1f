/** What pages say of their updates while these run (docs/decisions.md, "An update is a lease"). By the database's clock. Knows no result. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { updateLeases } from '../../db/tables.ts'

/** A page that renews was heard of when its update began, which may be `agoMs` before its record arrives. */
export async function beginLease(db: Database, productUpdateId: number, agoMs: number): Promise<void> {
  const heardAt = sql`now() - ${agoMs} * interval '1 millisecond'`
  await db.insert(updateLeases).values({ productUpdateId, heardAt }).onConflictDoNothing()
}

export async function renewLease(db: Database, productUpdateId: number, percent: number): Promise<void> {
  const heard = { heardAt: sql`now()`, percent }
  await db
    .insert(updateLeases)
    .values({ productUpdateId, ...heard })
    .onConflictDoUpdate({ target: updateLeases.productUpdateId, set: heard })
}
