import { eq } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { AppError } from '../../../errors.ts'
import { checkCredentials, wrongGuesses } from '../../auth/checkCredentials.ts'
import { proofOf } from '../../auth/factors/freshProof.ts'
import { assertEnough, findSignInSteps } from '../../auth/factors/signInSteps.ts'
import { findPasswordFault } from '../../auth/passwords/findPasswordFault.ts'
import { logRefusedSignIn } from '../../auth/logRefusedSignIn.ts'
import { spendMailedToken } from '../../auth/mailedToken.ts'
import { requestValidationLink } from '../../auth/requestMail.ts'
import { endFamily, openSession, refreshSession } from '../../auth/session.ts'
import { signOut } from '../../auth/signOut.ts'
import { makeGrant, redeemGrant } from '../../auth/signInGrant.ts'
import { requestSmsCode, useSmsCode } from '../../auth/smsCode.ts'
import { chooseDevice } from '../../auth/trustedDevice.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'
import { checkGuess } from '../../limits/guessLimit.ts'
import { limitGuesses } from '../../limits/rateLimit.ts'

/** How many digits of the phone number the code step shows. */
const shownDigits = 2

export const authentication: HandlersOf<typeof contract.authentication> = {
  async beforeLogin({ body, ...call }) {
    const user = await checkCredentials(call, body)
    const { needsSms, factors } = await findSignInSteps(call.db, user, call.config)
    const own = factors.length === 0 ? {} : { factors: [...factors] }
    if (!needsSms) return { displayCodeValidation: false, phoneNumber: null, resendInSeconds: null, ...own }
    const resendInSeconds = await logRefusedSignIn(call, user.id, () =>
      requestSmsCode(call, { userId: user.id, locale: call.locale }, call.now),
    )
    return { displayCodeValidation: true, phoneNumber: hidePhoneNumber(user), resendInSeconds, ...own }
  },

  async checkSmsCode({ body, grant, ...call }) {
    const user = await checkCredentials(call, body)
    // A wrong code counts against the network address like a wrong password.
    const limit = limitGuesses(call.db, wrongGuesses, call.address, call.now)
    const checkCode = () => useSmsCode(call.db, user.id, body.code, call.now)
    await logRefusedSignIn(call, user.id, () => checkGuess(limit, ['code.invalid.error', 'code.expired.error'], checkCode))
    grant.set(await makeGrant(call.db, { userId: user.id, proof: 'sms' }, call.now))
    return {}
  },

  async login({ body, grant, devices, ...call }) {
    const user = await checkCredentials({ ...call, devices }, body)
    return logRefusedSignIn(call, user.id, async () => {
      const granted = grant.secret === undefined ? undefined : await redeemGrant(call.db, grant.secret, user.id, call.now)
      const assertStillEnough = async (db: Database) =>
        assertEnough(granted, await findSignInSteps(db, user, call.config), user, call.config)
      await assertStillEnough(call.db)
      if (grant.secret !== undefined) grant.clear()
      const device = await chooseDevice(call.db, user.id, devices.secrets)
      const isPasswordWeak = findPasswordFault({ password: body.password, owner: user }, call.config) !== null
      const proof = await proofOf(call.db, granted, call.now)
      const session = await openSession(call, user, { ...call, deviceSecret: device.secret, isPasswordWeak, assertStillEnough, proof })
      devices.set(device)
      const replaced = granted?.replacesFamilyId ?? null
      if (replaced !== null) await endFamily(call.db, { userId: user.id, familyId: replaced })
      return session
    })
  },

  refresh: ({ body, ...call }) => refreshSession(call, body.refresh_token, call),

  async resendValidateAccountMail({ body, ...call }) {
    await requestValidationLink(call, body.username)
    return {}
  },

  async validateAccount({ body, db, now }) {
    return db.transaction(async (transaction) => {
      const used = await spendMailedToken(transaction, 'validateAccount', body.token, now)
      // Thrown inside the transaction, so that a link with another user's id is not used up.
      if (used === undefined || used.userId !== (body.userId ?? used.userId)) throw new AppError('ValidateAccount.error')
      await transaction.update(users).set({ accountValidated: true }).where(eq(users.id, used.userId))
      // Only the holder of the mailed token learns it.
      return { username: used.address }
    })
  },

  async logout({ user, db, address, now }) {
    await signOut(db, { userId: user.id, familyId: user.familyId, address }, now)
    return {}
  },
}

function hidePhoneNumber({ phonePrefix, phoneNumber }: { phonePrefix: string; phoneNumber: string }): string {
  const digits = phoneNumber.replaceAll(/\D/g, '')
  return `${phonePrefix} ${'•'.repeat(Math.max(0, digits.length - shownDigits))}${digits.slice(-shownDigits)}`
}
