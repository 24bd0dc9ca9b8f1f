/**
 * Sign-ins that last: a refresh token of 256 bits, stored as its SHA-256, exchanged at each use. All tokens that come from one sign-in
 * are a family. A token seen again after its use means that two parties hold it, and ends the family (security page, 5).
 * Knows no passwords and no HTTP.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { LoginSession } from '../contract/authentication.ts'
import type { Role } from '../contract/rules.ts'
import { AppError } from '../errors.ts'
import { signAccessToken } from './accessToken.ts'
import type { Caller, ServerContext } from './call.ts'
import type { Database } from './db/connect.ts'
import { sessions, users } from './db/tables.ts'

/** Tabs share the token and may refresh at the same moment: within this time a used token still buys a new one. */
const graceMs = 10_000
const refreshTokenBytes = 32

type SessionContext = Pick<ServerContext, 'db' | 'config'>
type SignedInUser = { readonly id: number; readonly username: string; readonly role: Role }

/** A new family for a user whose credentials were checked. */
export async function openSession(
  context: SessionContext,
  user: SignedInUser,
  { now, userAgent }: { now: Date; userAgent: string | undefined },
): Promise<LoginSession> {
  const familyId = randomUUID()
  const refreshToken = await addToken(context.db, context, { userId: user.id, familyId, userAgent: userAgent ?? null }, now)
  return loginSession(context, user, { familyId, refreshToken, now })
}

/** Exchanges a refresh token. Throws `not.authenticated` where it is unknown, expired or used before, or its user may no longer sign in. */
export async function refreshSession(context: SessionContext, token: string, now: Date): Promise<LoginSession> {
  const exchanged = await context.db.transaction(async (db) => {
    const [held] = await db
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now)))
      // Racing requests with one token take turns, so that each sees what the one before did.
      .for('update', { of: sessions })
    if (held === undefined) return undefined
    const { session, user } = held
    const isReused = session.rotatedAt !== null && now.getTime() - session.rotatedAt.getTime() > graceMs
    if (isReused || !maySignIn(user)) {
      await endFamily(db, session.familyId)
      return undefined
    }
    await db
      .update(sessions)
      .set({ rotatedAt: now })
      .where(and(eq(sessions.id, session.id), isNull(sessions.rotatedAt)))
    const refreshToken = await addToken(db, context, session, now)
    return { user, familyId: session.familyId, refreshToken }
  })
  // Thrown outside, for an error inside would undo the end of the family.
  if (exchanged === undefined) throw new AppError('not.authenticated')
  return loginSession(context, exchanged.user, { ...exchanged, now })
}

/** Signs out: every token of the family is gone, and access tokens that name it with them. */
export async function endFamily(db: Database, familyId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.familyId, familyId))
}

/**
 * The user behind a token, read at every call so that a change of role, a lock or a sign-out holds at once; undefined where the sign-in
 * has ended or the account may not be used.
 */
export async function findCaller(db: Database, userId: number, familyId: string, now: Date): Promise<Caller | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.familyId, familyId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .limit(1)
  if (row === undefined || !maySignIn(row.user)) return undefined
  const { id, role, isBetaTester } = row.user
  return { id, role, isBetaTester, familyId }
}

function maySignIn(user: { accountValidated: boolean; accountLocked: boolean; isDeleted: boolean }): boolean {
  return user.accountValidated && !user.accountLocked && !user.isDeleted
}

type TokenOwner = { readonly userId: number; readonly familyId: string; readonly userAgent: string | null }

async function addToken(
  db: Database,
  { config }: Pick<ServerContext, 'config'>,
  { userId, familyId, userAgent }: TokenOwner,
  now: Date,
): Promise<string> {
  const token = randomBytes(refreshTokenBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + config.refreshTokenSeconds * 1000)
  await db.insert(sessions).values({ familyId, userId, tokenHash: hashToken(token), createdAt: now, expiresAt, userAgent })
  return token
}

async function loginSession(
  context: SessionContext,
  user: SignedInUser,
  { familyId, refreshToken, now }: { familyId: string; refreshToken: string; now: Date },
): Promise<LoginSession> {
  const accessToken = await signAccessToken(context, { userId: user.id, familyId }, now)
  return { id: user.id, username: user.username, roles: [user.role], access_token: accessToken, refresh_token: refreshToken }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
