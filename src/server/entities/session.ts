import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { findOwnAccount } from '../accounts/findOwnAccount.ts'
import { checkFactor } from '../auth/factors/checkFactor.ts'
import { noteProof } from '../auth/factors/freshProof.ts'
import { findFactors } from '../auth/factors/ownFactors.ts'
import { requestSignature } from '../auth/factors/passkeys.ts'
import { findSignInSteps } from '../auth/factors/signInSteps.ts'
import { checkOwnPassword } from '../auth/passwords/checkOwnPassword.ts'
import { findSessions } from '../auth/findSessions.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { signOut, signOutEverywhere } from '../auth/signOut.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'

export const session: HandlersOf<typeof contract.session> = {
  async getOwn({ user, db, now }) {
    return findSessions(db, user, user.familyId, now)
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
