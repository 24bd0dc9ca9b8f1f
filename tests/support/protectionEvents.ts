import { and, asc, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { securityEvents } from '../../src/server/db/tables.ts'
import type { ApiServer } from './apiServer.ts'

/** The security log's entries about changes to an account's protection, newest first, without its sign-ins. */
export async function protectionEventsOf({ context }: ApiServer, userId: number) {
  const isAboutIt = and(eq(securityEvents.userId, userId), notInArray(securityEvents.kind, ['signIn', 'signInRefused', 'signOut']))
  return context.db.select().from(securityEvents).where(isAboutIt).orderBy(desc(securityEvents.id))
}

/** The security log's entries about views of the portal as this customer, and what was refused in them, oldest first. */
export async function viewEventsOf({ context }: ApiServer, customerId: number) {
  const isAView = inArray(securityEvents.kind, ['impersonationStarted', 'impersonationEnded', 'accessRefused'])
  const isAboutIt = and(eq(securityEvents.userId, customerId), isAView)
  return context.db.select().from(securityEvents).where(isAboutIt).orderBy(asc(securityEvents.id))
}
