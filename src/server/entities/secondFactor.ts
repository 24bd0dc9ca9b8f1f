import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { findOwnAccount } from '../accounts/findOwnAccount.ts'
import { assertMayEdit } from '../accounts/userRights.ts'
import { addFactor, findFactors, removeAllFactors, removeFactor, renewRecoveryCodes } from '../auth/factors/ownFactors.ts'
import { describePasskey, readNewPasskey } from '../auth/factors/passkeys.ts'
import { countRecoveryCodes } from '../auth/factors/recoveryCodes.ts'
import { mustHaveFactor } from '../auth/factors/staffFactor.ts'
import { beginTotp, readNewTotp } from '../auth/factors/totp.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { endSessionsOf, lockUser } from '../auth/session.ts'
import { voidGrants } from '../auth/signInGrant.ts'
import type { HandlersOf } from '../call.ts'
import { single } from '../db/single.ts'
import { factorResets } from '../db/tables.ts'
import { noteGiven } from '../effects/access.ts'
import { requireFreshSignIn } from '../effects/evidence.ts'
import { minuteMs } from '../limits/durations.ts'
import { checkGuess } from '../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { writeAudit } from '../records/auditTrail.ts'

/** Of a new app: its secret is on the page, so this only keeps a client from trying for ever. */
const wrongFirstCodes: RateLimit = { name: 'first codes', max: 20, windowMs: minuteMs }

export const secondFactor: HandlersOf<typeof contract.secondFactor> = {
  async getOwn({ user, config, db }) {
    const factors = await findFactors(db, user.id)
    return {
      factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
        id,
        kind,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      isRequired: mustHaveFactor(user, config),
    }
  },

  async beginPasskey({ user, db, now, ...context }) {
    return describePasskey(context, await findOwnAccount(db, user.id), await findFactors(db, user.id), now)
  },

  async addPasskey({ body: { name, passkey }, user: { id: userId }, address, db, now, ...context }) {
    const read = await readNewPasskey(db, context, { userId, passkey }, now)
    return addFactor(db, { userId, address }, { name, ...read }, now)
  },

  async beginTotp({ user, config, factorVault, db, now }) {
    const { username } = await findOwnAccount(db, user.id)
    return beginTotp(factorVault, { userId: user.id, username, brand: config.brand.name }, now)
  },

  async addTotp({ body: { name, ...typed }, user: { id: userId }, address, factorVault, db, now }) {
    const limit = limitGuesses(db, wrongFirstCodes, userId, now)
    const read = await checkGuess(limit, ['code.invalid.error'], () => readNewTotp(db, factorVault, { userId, ...typed }, now))
    return addFactor(db, { userId, address }, { name, ...read }, now)
  },

  async remove({ params, user, config, address, db, now }) {
    await removeFactor(db, { userId: user.id, address, isRequired: mustHaveFactor(user, config) }, params.id, now)
    return {}
  },

  async makeRecoveryCodes({ user, address, db, now }) {
    return { recoveryCodes: await renewRecoveryCodes(db, { userId: user.id, address }, now) }
  },

  async reset({ body: { userId, reason }, user: caller, address, db, now }) {
    return db.transaction(async (transaction) => {
      const user = await lockUser(transaction, userId)
      if (user === undefined) throw new AppError('resource.not.found')
      if (user.isDeleted) throw new AppError('record.deleted.error')
      assertMayEdit(caller, user, undefined)
      // One's own are removed one by one, on the profile.
      if (userId === caller.id) throw new AppError('own.account.error')
      if (!(await removeAllFactors(transaction, userId))) throw new AppError('resource.not.found')
      requireFreshSignIn(caller)
      await noteGiven(transaction, { userId, by: caller }, now)
      await endSessionsOf(transaction, userId)
      await voidGrants(transaction, userId)
      const row = { userId, actorId: caller.id, reason, createdAt: now }
      const { id: factorResetId } = single(await transaction.insert(factorResets).values(row).returning())
      await queueMessage(transaction, { template: 'factorsReset', userId, factorResetId }, now)
      await queueMessage(transaction, { template: 'factorsResetDone', userId: caller.id, factorResetId }, now)
      await writeSecurityEvent(transaction, { kind: 'factorsReset', userId, actorId: caller.id, address }, now)
      const change = { entity: 'user', recordId: userId, action: 'resetFactors', userId: caller.id, before: null } as const
      await writeAudit(transaction, { ...change, after: { reason } }, now)
      return { id: userId }
    })
  },
}
