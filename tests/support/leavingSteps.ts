/** What tests of leaving ask a server. */
import { eq } from 'drizzle-orm'
import { dueWork } from '../../src/server/db/tables.ts'
import type { WorkKindName } from '../../src/server/work/workKind.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { listBody } from './lists.ts'
import { messagesFor } from './mailbox.ts'

export const dayMs = 24 * 60 * 60_000

/** In how many milliseconds each piece of this work is due. */
export async function dueFor({ context }: ApiServer, kind: WorkKindName, key: number): Promise<number[]> {
  const rows = await context.db
    .select()
    .from(dueWork)
    .where(eq(dueWork.key, String(key)))
  return rows.filter((row) => row.kind === kind).map(({ dueAt }) => dueAt.getTime() - context.clock().getTime())
}

export async function subjectsTo(server: ApiServer, recipient: string): Promise<(string | null)[]> {
  return (await messagesFor(server, recipient)).map(({ subject }) => subject)
}

/** Of the security log, newest first. */
export async function eventsOf(admin: Client, kind: string) {
  const { items } = await admin.securityEvent.getB122TableResults({ body: listBody({ perPage: 500 }) })
  return items.filter((event) => event.kind === kind)
}
