/** Codes for somebody who has lost their second factors, each for one use. Only their hashes are stored: they are shown once. */
import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { recoveryCodesCount } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { recoveryCodes } from '../../db/tables.ts'
import { hashSecret } from '../secret.ts'

/** Crockford's base 32: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeBytes = 10

/** Replaces the user's codes. Returns the new ones as people read them, "4T7K-…", in groups of four. */
export async function makeRecoveryCodes(db: Database, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, makeCode)
  await deleteRecoveryCodes(db, userId)
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashSecret(code), createdAt: now })))
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

export function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

/** `code` as the contract reads it. Throws `code.invalid.error`, also for one that was used. */
export async function spendRecoveryCode(db: Database, userId: number, code: string): Promise<void> {
  const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashSecret(code)))
  const used = await db.delete(recoveryCodes).where(isIt).returning()
  if (used.length === 0) throw new AppError('code.invalid.error', { invalidField: 'code' })
}

export async function deleteRecoveryCodes(db: Database, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

function makeCode(): string {
  let bits = BigInt(`0x${randomBytes(codeBytes).toString('hex')}`)
  let code = ''
  for (let rest = codeBytes * 8; rest > 0; rest -= 5) {
    code += alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return code
}
