/** Which second step a sign-in needs, and whether what was checked is enough. */
import { type FactorKind, factorKinds } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import type { users } from '../../db/tables.ts'
import type { Grant } from '../signInGrant.ts'
import { needsSmsCode } from '../smsCode.ts'
import { findFactors } from './ownFactors.ts'
import { countRecoveryCodes } from './recoveryCodes.ts'

type User = typeof users.$inferSelect

export type SignInSteps = {
  readonly needsSms: boolean
  /** Of the account, the most convenient first; any serves. */
  readonly factors: readonly FactorKind[]
}

/** A code by SMS is a factor of customers. Staff who have one of their own are asked for that, other than in a demo. */
export async function findSignInSteps(db: Database, user: User, config: Config): Promise<SignInSteps> {
  const kinds = new Set<FactorKind>((await findFactors(db, user.id)).map(({ kind }) => kind))
  if (kinds.size > 0 && (await countRecoveryCodes(db, user.id)) > 0) kinds.add('recoveryCode')
  return {
    needsSms: needsSmsCode(user, config) && (kinds.size === 0 || countsSms(user, config)),
    factors: factorKinds.filter((kind) => kinds.has(kind)),
  }
}

/** Throws `code.required.error` or `factor.required.error`. */
export function assertEnough(granted: Grant | undefined, { needsSms, factors }: SignInSteps, user: User, config: Config): void {
  if (granted === undefined && needsSms) throw new AppError('code.required.error')
  const isBySms = granted?.method === 'sms'
  const isEnough = factors.length === 0 || (granted !== undefined && (!isBySms || countsSms(user, config)))
  if (!isEnough) throw new AppError('factor.required.error')
}

function countsSms({ role }: User, { isDemo }: Config): boolean {
  return role === 'ROLE_CUSTOMER' || isDemo
}
