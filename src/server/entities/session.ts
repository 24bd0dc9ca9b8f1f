import { parse } from 'bowser'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { Session } from '../../contract/session.ts'
import { AppError } from '../../errors.ts'
import { findOwnAccount } from '../accounts/findOwnAccount.ts'
import { checkFactor } from '../auth/factors/checkFactor.ts'
import { noteProof } from '../auth/factors/freshProof.ts'
import { findFactors } from '../auth/factors/ownFactors.ts'
import { requestSignature } from '../auth/factors/passkeys.ts'
import { findSignInSteps } from '../auth/factors/signInSteps.ts'
import { checkOwnPassword } from '../auth/passwords/checkOwnPassword.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { signOut, signOutEverywhere } from '../auth/signOut.ts'
import { sessionEndsAt } from '../auth/sessionEnd.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { sessions, signIns } from '../db/tables.ts'

export const session: HandlersOf<typeof contract.session> = {
  async getOwn({ user, db, now }) {
    const newestTokens = await db
      .selectDistinctOn([sessions.familyId], { token: sessions, method: signIns.method, deviceId: signIns.deviceId })
      .from(sessions)
      .leftJoin(signIns, eq(signIns.familyId, sessions.familyId))
      .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, now)))
      .orderBy(sessions.familyId, desc(sessions.createdAt), desc(sessions.id))
      .limit(listRowsMax)
    return newestTokens
      .filter(({ token }) => sessionEndsAt(user.role, token.startedAt) > now)
      .toSorted((one, other) => other.token.createdAt.getTime() - one.token.createdAt.getTime())
      .map((signIn) => toResponse(signIn, user.familyId))
  },

  async beginProof({ user, db, now, ...context }) {
    const { factors: kinds } = await findSignInSteps(db, await findOwnAccount(db, user.id), context.config)
    const passkeys = kinds.includes('passkey') ? await findFactors(db, user.id) : []
    const passkey = passkeys.length === 0 ? null : requestSignature(context, { purpose: `prove ${user.id}`, passkeys }, now)
    return { kinds: kinds.length === 0 ? ['password'] : [...kinds], passkey }
  },

  async prove({ body: { proof }, user, devices, ...call }) {
    const { db, address, now } = call
    const { id: userId } = user
    const check =
      proof.kind === 'password'
        ? checkPassword(db, userId, proof.password, now)
        : checkFactor(call, { userId, proof, devices: devices.secrets, purpose: `prove ${userId}` })
    await check.catch(async (thrown: unknown) => {
      if (thrown instanceof AppError && thrown.status < 500)
        await writeSecurityEvent(db, { kind: 'accessRefused', userId, address, reason: thrown.code }, now)
      throw thrown
    })
    await noteProof(db, user, now)
    return {}
  },

  async end({ params, user, db, address, now }) {
    const hasEnded = await signOut(db, { userId: user.id, familyId: params.id, address }, now)
    if (!hasEnded) throw new AppError('resource.not.found')
    return {}
  },

  async endOthers({ user, db, address, now }) {
    await signOutEverywhere(db, { userId: user.id, address, exceptFamilyId: user.familyId }, now)
    return {}
  },

  async endAll({ user, db, address, now }) {
    await signOutEverywhere(db, { userId: user.id, address }, now)
    return {}
  },
}

/** For an account without factors. */
async function checkPassword(db: Database, userId: number, typed: string, now: Date): Promise<void> {
  if ((await findFactors(db, userId)).length > 0) throw new AppError('proof.required.error')
  await checkOwnPassword(db, { userId, typed, invalidField: 'password' }, now)
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
