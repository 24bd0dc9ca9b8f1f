/**
 * Sign-in sessions. A refresh token has 256 bits, is stored as its SHA-256 and is exchanged at each use. All tokens from one sign-in form a
 * family. If a used token is presented again, two parties hold it, and the family ends (docs/security.md, 5).
 *
 * The next token is derived from the previous one with a server key, which the row names. Repeats within the grace period therefore get the
 * same token, also after a rotation of the keys or on a server of another version, and nothing secret is stored. A family never branches: at most one of its tokens is unused. A thief who refreshes within the grace period
 * gets the same token as the owner; the second of the two to use it ends the family. Network addresses are not checked, because phones and VPNs
 * change theirs. Knows no passwords and no HTTP.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { LoginSession } from '../../contract/authentication.ts'
import type { Locale, PasswordDue, Role, SignInMethod } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { sessions, signIns, users } from '../db/tables.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import type { ServerContext } from '../serverContext.ts'
import { signAccessToken } from './accessToken.ts'
import { findFactorDue } from './factors/staffFactor.ts'
import { maySignIn } from './caller.ts'
import { hashSecret, makeSecret } from './secret.ts'
import { notePasswordDue } from './passwords/passwordDue.ts'
import { writeSecurityEvent } from './securityLog.ts'
import { sessionEndsAt } from './sessionEnd.ts'
import { successorKeyOf, successorOf } from './successor.ts'
import { trustDevice } from './trustedDevice.ts'

/** Tabs share the token and may refresh at the same time. Within this time a used token returns its successor again. */
const graceMs = 10_000

type SessionContext = Pick<ServerContext, 'db' | 'config' | 'keyRing'>
type SignedInUser = {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly locale: Locale
  readonly passwordDue: PasswordDue | null
}

type SignIn = {
  readonly now: Date
  readonly userAgent: string | undefined
  readonly address: string
  /** The secret by which the browser becomes trusted (trustedDevice.ts). */
  readonly deviceSecret: string
  /** Whether the password would be refused today; unknown where none was typed. */
  readonly isPasswordWeak: boolean | undefined
  /** Checks once more, with the account locked, what its factors were checked for: they may have been added or reset meanwhile. */
  readonly assertStillEnough: (db: Database) => Promise<void>
  /** How they have proved who they are, and when. */
  readonly proof: { readonly method: SignInMethod; readonly provedAt: Date }
}

/**
 * Starts a new family for a user whose credentials were checked. Throws `Login.error` if the password was changed or the account closed
 * meanwhile, so that a sign-in in progress does not survive such a change.
 */
export async function openSession(
  context: SessionContext,
  user: SignedInUser & { readonly passwordHash: string },
  { now, userAgent, address, deviceSecret, isPasswordWeak, assertStillEnough, proof }: SignIn,
): Promise<LoginSession> {
  const familyId = randomUUID()
  const refreshToken = makeSecret()
  const passwordDue = await context.db.transaction(async (db) => {
    const held = await lockUser(db, user.id)
    if (held === undefined || held.passwordHash !== user.passwordHash || !maySignIn(held)) throw new AppError('Login.error')
    await assertStillEnough(db)
    const family = { userId: user.id, familyId, userAgent: userAgent ?? null, startedAt: now }
    await saveToken(db, context, refreshToken, { ...family, endsAt: sessionEndsAt(held.role, now) }, now)
    const device = await trustDevice(db, { userId: user.id, secret: deviceSecret }, now)
    await db.insert(signIns).values({ familyId, userId: user.id, deviceId: device.id, ...proof })
    if (device.isNew) await queueMessage(db, { template: 'newDevice', userId: user.id }, now)
    await writeSecurityEvent(db, { kind: 'signIn', userId: user.id, address }, now)
    return notePasswordDue(db, held, isPasswordWeak)
  })
  return loginSession(context, { ...user, passwordDue }, { familyId, refreshToken, startedAt: now, now })
}

/** Exchanges a refresh token. Throws `not.authenticated` if it is unknown, expired or used, or if its user may no longer sign in. */
export async function refreshSession(
  context: SessionContext,
  token: string,
  { now, address }: { now: Date; address: string },
): Promise<LoginSession> {
  const isThis = and(eq(sessions.tokenHash, hashSecret(token)), gt(sessions.expiresAt, now))
  const exchanged = await context.db.transaction(async (db) => {
    const [owner] = await db.select({ id: sessions.userId }).from(sessions).where(isThis)
    if (owner === undefined) return undefined
    // Concurrent requests with one token run one after the other, so that each sees what the previous one did.
    const user = await lockUser(db, owner.id)
    const [session] = await db.select().from(sessions).where(isThis)
    if (user === undefined || session === undefined) return undefined
    const isReused = session.rotatedAt !== null && now.getTime() - session.rotatedAt.getTime() > graceMs
    const endsAt = sessionEndsAt(user.role, session.startedAt)
    if (isReused || !maySignIn(user) || !hasTimeLeft(endsAt, now)) {
      await deleteFamily(db, session.familyId)
      if (isReused) await writeSecurityEvent(db, { kind: 'tokenReused', userId: user.id, address }, now)
      return undefined
    }
    const key = await successorKeyOf(db, context.keyRing, session, now)
    if (key === undefined) return undefined
    await db
      .update(sessions)
      .set({ rotatedAt: now, successorKeyId: key.id })
      .where(and(eq(sessions.id, session.id), isNull(sessions.rotatedAt)))
    const refreshToken = successorOf(token, key)
    await saveToken(db, context, refreshToken, { ...session, endsAt }, now)
    return { user, familyId: session.familyId, refreshToken, startedAt: session.startedAt }
  })
  // Thrown outside the transaction; inside, the error would roll back the end of the family.
  if (exchanged === undefined) throw new AppError('not.authenticated')
  const { user } = exchanged
  // Somebody with a weak password is asked at sign-in, not again with every token.
  const passwordDue = user.passwordDue === 'setByStaff' ? user.passwordDue : null
  return loginSession(context, { ...user, passwordDue }, { ...exchanged, now })
}

/** Deletes every token of the family; access tokens that name it become invalid too. Returns whether it had a token. */
export async function endFamily(db: Database, { userId, familyId }: { userId: number; familyId: string }): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    return deleteFamily(transaction, familyId, userId)
  })
}

/** Signs a user out everywhere, or everywhere else. Call inside the transaction of the cause, such as a new password or role. */
export async function endSessionsOf(db: Database, userId: number, { except }: { except?: string } = {}): Promise<void> {
  await lockUser(db, userId)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.familyId, except)))
}

/**
 * Locks the user's row until the transaction ends, so that nobody else opens, renews or ends a session of this user. Always take it first:
 * without it a delete would miss the token that a concurrent refresh is about to insert. Throws `resource.not.found` for an account that was
 * erased meanwhile: nothing more is written for its number.
 */
export async function lockUser(db: Database, userId: number): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  if (user !== undefined && user.erasedAt !== null) throw new AppError('resource.not.found')
  return user
}

async function deleteFamily(db: Database, familyId: string, userId?: number): Promise<boolean> {
  const isOwn = userId === undefined ? undefined : eq(sessions.userId, userId)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.familyId, familyId), isOwn))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** An access token counts whole seconds. */
function hasTimeLeft(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() - now.getTime() >= 1000
}

type TokenOwner = {
  readonly userId: number
  readonly familyId: string
  readonly userAgent: string | null
  readonly startedAt: Date
  readonly endsAt: Date
}

/** An existing token stays as it is: a concurrent request with the same predecessor has already received it. */
async function saveToken(
  db: Database,
  { config }: Pick<ServerContext, 'config'>,
  token: string,
  { userId, familyId, userAgent, startedAt, endsAt }: TokenOwner,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(Math.min(now.getTime() + config.refreshTokenSeconds * 1000, endsAt.getTime()))
  const row = { familyId, userId, tokenHash: hashSecret(token), createdAt: now, startedAt, expiresAt, userAgent }
  await db.insert(sessions).values(row).onConflictDoNothing({ target: sessions.tokenHash })
}

type Issued = { readonly familyId: string; readonly refreshToken: string; readonly startedAt: Date; readonly now: Date }

async function loginSession(
  context: SessionContext,
  user: SignedInUser,
  { familyId, refreshToken, startedAt, now }: Issued,
): Promise<LoginSession> {
  const endsAt = sessionEndsAt(user.role, startedAt)
  const accessToken = await signAccessToken(context, { userId: user.id, familyId, endsAt }, now)
  const { id, username, role, locale, passwordDue } = user
  const tokens = { access_token: accessToken, refresh_token: refreshToken }
  const isFactorDue = await findFactorDue(context.db, id, context.config)
  const due = { ...(passwordDue && { passwordDue }), ...(isFactorDue && { factorDueInSeconds: 0 }) }
  return { id, username, roles: [role], locale, ...tokens, ...due }
}
