import { and, eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import type { Profile } from '../../contract/user.ts'
import { AppError } from '../../errors.ts'
import { writeAudit } from '../auditTrail.ts'
import { type Budget, giveBack, minuteMs, spend } from '../budget.ts'
import type { HandlersOf } from '../call.ts'
import { changePassword } from '../changePassword.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { checkContact, phonePrefixes } from '../phone.ts'
import { explaining } from '../record.ts'
import { makeGrant } from '../signInGrant.ts'
import { findPerson, followContact, userKind } from '../userRecord.ts'
import { userStaff } from './userStaff.ts'

/** Whoever finds a computer signed in may try its owner's password this often. */
const oldPasswordGuesses: Budget = { name: 'old passwords', max: 5, windowMs: 15 * minuteMs }

export const user: HandlersOf<typeof contract.user> = {
  ...userStaff,

  async getProfile({ user: caller, db }) {
    return answer(await findUser(db, caller.id))
  },

  async updateProfile({ body, user: caller, db, now }) {
    checkContact(body, await findPerson(db, caller.id))
    return explaining(userKind, () =>
      db.transaction(async (transaction) => {
        const before = await findUser(transaction, caller.id)
        const was = await userKind.snapshot(transaction, caller.id)
        const distributor = body.distributor || null
        const [after] = await transaction
          .update(users)
          .set({ ...body, distributor })
          .where(eq(users.id, caller.id))
          .returning()
        if (after === undefined) throw new AppError('resource.not.found')
        await followContact(transaction, before, after, now)
        const isWritten = { word: 'user', recordId: caller.id, action: 'update', userId: caller.id } as const
        const changed = { before: was, after: await userKind.snapshot(transaction, caller.id) }
        await writeAudit(transaction, { ...isWritten, ...changed }, now)
        return answer(after)
      }),
    )
  },

  async updateCurrentUserPassword({ body, user: caller, grant, db, now }) {
    await spend(db, oldPasswordGuesses, caller.id, now)
    const { passwordHash: oldHash } = await findUser(db, caller.id)
    const isFitting = await verifyPassword(oldHash, body.oldPassword)
    if (!isFitting) throw new AppError('incorrect.password', { invalidField: 'oldPassword' })
    await giveBack(db, oldPasswordGuesses, caller.id, now)
    const passwordHash = await hashPassword(body.newPassword)
    const { familyId } = caller
    const secret = await db.transaction(async (transaction) => {
      const isUnchanged = and(eq(users.id, caller.id), eq(users.passwordHash, oldHash))
      const [held] = await transaction.select({ id: users.id }).from(users).where(isUnchanged).for('update')
      if (held === undefined) throw new AppError('incorrect.password', { invalidField: 'oldPassword' })
      await changePassword(transaction, { userId: caller.id, passwordHash, exceptFamilyId: familyId }, now)
      return makeGrant(transaction, { userId: caller.id, replacesFamilyId: familyId }, now)
    })
    grant.leave(secret)
    return {}
  },

  async getPhonePrefixes() {
    return [...phonePrefixes]
  },
}

type User = typeof users.$inferSelect

async function findUser(db: Database, id: number): Promise<User> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  return row
}

function answer(row: User): Profile {
  return { ...row, freeTrialEndDate: row.freeTrialEndDate?.toISOString() ?? null }
}
