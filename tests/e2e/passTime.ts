/** What the server would do later, made due now in its database, where the running server sees it within seconds. */
import { eq, sql } from 'drizzle-orm'
import { dueWork, outgoingMessages } from '../../src/server/db/tables.ts'
import type { WorkKindName } from '../../src/server/work/workKind.ts'
import type { BuiltServer } from '../support/builtServer.ts'
import { inDatabase } from '../support/inDatabase.ts'

export const justNow = sql`now() - interval '1 minute'`

export async function makeWorkDue(server: BuiltServer, kind: WorkKindName): Promise<void> {
  await inDatabase(server, (db) => db.update(dueWork).set({ dueAt: justNow }).where(eq(dueWork.kind, kind)))
}

/** Messages that wait, such as those about a decision that can still be taken back. */
export async function makeMessagesDue(server: BuiltServer): Promise<void> {
  await inDatabase(server, (db) => db.update(outgoingMessages).set({ dueAt: justNow }))
}
