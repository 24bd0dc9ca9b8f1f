/** Where an account is signed in, for its owner and for staff. */
import { parse } from 'bowser'
import { and, desc, eq, gt } from 'drizzle-orm'
import { listRowsMax, type Role } from '../../contract/rules.ts'
import type { Session } from '../../contract/session.ts'
import type { Database } from '../db/connect.ts'
import { sessions, signIns } from '../db/tables.ts'
import { sessionEndsAt } from './sessionEnd.ts'

type Account = { readonly id: number; readonly role: Role }

/** Last used first. `currentFamilyId`: of the session that asks. */
export async function findSessions(db: Database, { id, role }: Account, currentFamilyId: string, now: Date): Promise<Session[]> {
  const newestTokens = await db
    .selectDistinctOn([sessions.familyId], { token: sessions, method: signIns.method, deviceId: signIns.deviceId })
    .from(sessions)
    .leftJoin(signIns, eq(signIns.familyId, sessions.familyId))
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, now)))
    .orderBy(sessions.familyId, desc(sessions.createdAt), desc(sessions.id))
    .limit(listRowsMax)
  return newestTokens
    .filter(({ token }) => sessionEndsAt(role, token.startedAt) > now)
    .toSorted((one, other) => other.token.createdAt.getTime() - one.token.createdAt.getTime())
    .map((signIn) => toResponse(signIn, currentFamilyId))
}

type SignIn = { readonly token: typeof sessions.$inferSelect } & Pick<Session, 'method' | 'deviceId'>

function toResponse({ token: { familyId, userAgent, startedAt, createdAt }, method, deviceId }: SignIn, currentFamilyId: string): Session {
  const { browser, os } = parse(userAgent || ' ')
  return {
    id: familyId,
    browser: browser.name || null,
    system: os.name || null,
    startedAt: startedAt.toISOString(),
    lastUsedAt: createdAt.toISOString(),
    method,
    deviceId,
    isCurrent: familyId === currentFamilyId,
  }
}
