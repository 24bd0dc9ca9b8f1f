import { and, eq, not } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { AppError } from '../../../errors.ts'
import { checkCredentials, wrongGuesses } from '../../auth/checkCredentials.ts'
import { checkFactor } from '../../auth/factors/checkFactor.ts'
import { findFactors } from '../../auth/factors/ownFactors.ts'
import { requestSignature, checkSignature } from '../../auth/factors/passkeys.ts'
import { logRefusedSignIn } from '../../auth/logRefusedSignIn.ts'
import { openSession } from '../../auth/session.ts'
import { makeGrant } from '../../auth/signInGrant.ts'
import { chooseDevice } from '../../auth/trustedDevice.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { secondFactors, users } from '../../db/tables.ts'
import { checkGuess } from '../../limits/guessLimit.ts'
import { limitGuesses } from '../../limits/rateLimit.ts'

export const factorSignIn: HandlersOf<typeof contract.factorSignIn> = {
  async beginPasskey({ body: { credentials }, now, ...call }) {
    if (credentials === undefined) return requestSignature(call, undefined, now)
    const user = await checkCredentials({ ...call, now }, credentials)
    return requestSignature(call, { purpose: `second ${user.id}`, passkeys: await findFactors(call.db, user.id) }, now)
  },

  async checkFactor({ body: { proof, ...credentials }, grant, devices, ...call }) {
    const user = await checkCredentials({ ...call, devices }, credentials)
    const claim = { userId: user.id, proof, devices: devices.secrets, purpose: `second ${user.id}` } as const
    await logRefusedSignIn(call, user.id, () => checkFactor(call, claim))
    grant.set(await makeGrant(call.db, { userId: user.id, proof: proof.kind }, call.now))
    return {}
  },

  async loginWithPasskey({ body: { signature }, devices, ...call }) {
    const { db, address, now } = call
    const check = () => checkSignature(db, call, signature, { purpose: 'alone' }, now)
    // Whose it is shows once the signature is right; a wrong one is logged without a name.
    const passkey = await logRefusedSignIn(call, undefined, () =>
      checkGuess(limitGuesses(db, wrongGuesses, address, now), ['passkey.invalid.error'], check),
    )
    return logRefusedSignIn(call, passkey.userId, async () => {
      const user = await findOwner(db, passkey.userId)
      const device = await chooseDevice(db, user.id, devices.secrets)
      const session = await openSession(call, user, {
        ...call,
        deviceSecret: device.secret,
        isPasswordWeak: undefined,
        assertStillEnough: (transaction) => assertNotRemoved(transaction, passkey.id),
        proof: { method: 'passkey', provedAt: now },
      })
      devices.set(device)
      return session
    })
  },
}

async function assertNotRemoved(db: Database, id: number): Promise<void> {
  if ((await db.$count(secondFactors, eq(secondFactors.id, id))) === 0) throw new AppError('passkey.invalid.error')
}

/** Throws what keeps somebody from signing in who has proved who they are. */
async function findOwner(db: Database, id: number): Promise<typeof users.$inferSelect> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), not(users.isDeleted)))
  if (user === undefined) throw new AppError('passkey.invalid.error')
  if (!user.accountValidated) throw new AppError('account.not.validated.error')
  if (user.accountLocked) throw new AppError('account.locked.error')
  return user
}
