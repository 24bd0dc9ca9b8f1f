import { parse } from 'bowser'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { Session } from '../../contract/session.ts'
import { AppError } from '../../errors.ts'
import { signOut, signOutEverywhere } from '../auth/signOut.ts'
import { sessionEndsAt } from '../auth/sessionEnd.ts'
import type { HandlersOf } from '../call.ts'
import { sessions } from '../db/tables.ts'

export const session: HandlersOf<typeof contract.session> = {
  async getOwn({ user, db, now }) {
    const newestTokens = await db
      .selectDistinctOn([sessions.familyId])
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, now)))
      .orderBy(sessions.familyId, desc(sessions.createdAt), desc(sessions.id))
      .limit(listRowsMax)
    return newestTokens
      .filter(({ startedAt }) => sessionEndsAt(user.role, startedAt) > now)
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .map((token) => toResponse(token, user.familyId))
  },

  async end({ params, user, db, address, now }) {
    const hasEnded = await signOut(db, { userId: user.id, familyId: params.id, address }, now)
    if (!hasEnded) throw new AppError('resource.not.found')
    return {}
  },

  async endAll({ user, db, address, now }) {
    await signOutEverywhere(db, { userId: user.id, address }, now)
    return {}
  },
}

function toResponse({ familyId, userAgent, startedAt, createdAt }: typeof sessions.$inferSelect, currentFamilyId: string): Session {
  const { browser, os } = parse(userAgent || ' ')
  return {
    id: familyId,
    browser: browser.name || null,
    system: os.name || null,
    startedAt: startedAt.toISOString(),
    lastUsedAt: createdAt.toISOString(),
    isCurrent: familyId === currentFamilyId,
  }
}
