/** Who makes a call: the signed-in user behind an access token. Knows no HTTP and no tokens. */
import { and, eq, sql } from 'drizzle-orm'
import { type Locale, proofMinutes, type Role } from '../../contract/rules.ts'
import type { ViewedScreen } from '../../contract/viewedScreens.ts'
import type { Database } from '../db/connect.ts'
import { prepareOnce } from '../db/prepareOnce.ts'
import { sessions, signIns, users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { lacksFactor } from './factors/staffFactor.ts'
import { sessionEndsAt } from './sessionEnd.ts'

/** The signed-in user, read from the database at this call. */
export type Caller = {
  readonly id: number
  readonly role: Role
  readonly isBetaTester: boolean
  /** The language chosen last, in whichever browser; while an administrator views the portal as this user, the administrator's. */
  readonly locale: Locale
  /** Staff have set the password: until another one is chosen, few calls are open (http/mount.ts). Never while an administrator views. */
  readonly mustChoosePassword: boolean
  /** Staff without a second factor (factors/staffFactor.ts). Never while an administrator views. */
  readonly lacksFactor: boolean
  /** Whether the person has proved lately, in this sign-in, who they are (factors/freshProof.ts). Never while an administrator views. */
  readonly hasFreshSignIn: boolean
  /** The sign-in that the token came from. */
  readonly familyId: string
  /** The administrator who views the portal as this user (impersonation.ts); `familyId` is then theirs. */
  readonly impersonatedBy?: number
  /** The view as this user, and what was seen in it before this call. */
  readonly view?: { readonly id: string; readonly screens: readonly ViewedScreen[] }
}

/**
 * The user behind a token. Read at every call, so that a new role, a lock or a sign-out applies at once. Returns undefined if the sign-in
 * has ended or the account may not be used.
 */
export async function findCaller(db: Database, userId: number, familyId: string, now: Date): Promise<Caller | undefined> {
  const [row] = await callerQuery(db).execute({ userId, familyId, now: now.toISOString() })
  if (row === undefined || !maySignIn(row) || sessionEndsAt(row.role, row.startedAt) <= now) return undefined
  const { id, role, isBetaTester, locale } = row
  return {
    id,
    role,
    isBetaTester,
    locale,
    familyId,
    mustChoosePassword: row.passwordDue === 'setByStaff',
    lacksFactor: row.lacksFactor,
    hasFreshSignIn: row.provedAt !== null && now.getTime() - row.provedAt.getTime() < proofMinutes * minuteMs,
  }
}

const callerQuery = prepareOnce((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      isBetaTester: users.isBetaTester,
      locale: users.locale,
      passwordDue: users.passwordDue,
      lacksFactor,
      accountValidated: users.accountValidated,
      accountLocked: users.accountLocked,
      isDeleted: users.isDeleted,
      startedAt: sessions.startedAt,
      provedAt: signIns.provedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(signIns, eq(signIns.familyId, sessions.familyId))
    .where(
      and(
        eq(sessions.familyId, sql.placeholder('familyId')),
        eq(sessions.userId, sql.placeholder('userId')),
        sql`${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .limit(1)
    .prepare('caller'),
)

export function maySignIn(user: { accountValidated: boolean; accountLocked: boolean; isDeleted: boolean }): boolean {
  return user.accountValidated && !user.accountLocked && !user.isDeleted
}
