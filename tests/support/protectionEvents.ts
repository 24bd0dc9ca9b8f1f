import { and, desc, eq, notInArray } from 'drizzle-orm'
import { securityEvents } from '../../src/server/db/tables.ts'
import type { ApiServer } from './apiServer.ts'

/** What the security log says of changes to what protects an account, the newest first: its sign-ins are another matter. */
export async function protectionEventsOf({ context }: ApiServer, userId: number) {
  const isAboutIt = and(eq(securityEvents.userId, userId), notInArray(securityEvents.kind, ['signIn', 'signInRefused', 'signOut']))
  return context.db.select().from(securityEvents).where(isAboutIt).orderBy(desc(securityEvents.id))
}
