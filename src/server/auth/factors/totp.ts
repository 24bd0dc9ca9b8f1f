/** Authenticator apps: time-based codes (RFC 6238, SHA-1, six digits, 30 seconds), as every app knows them. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { secondFactors } from '../../db/tables.ts'
import { appSecretId, type FactorVault } from '../../keys/factorVault.ts'
import { hourMs } from '../../limits/durations.ts'
import { spendChallenge } from './challenges.ts'

type Factor = typeof secondFactors.$inferSelect

const periodMs = 30_000
/** Clocks may be off by one code. */
const window = 1
const setupMs = hourMs
const secretBytes = 20

/** A new secret. `setup` brings it back encrypted: only one that has shown a code is stored. */
export function beginTotp(vault: FactorVault, { userId, username, brand }: { userId: number; username: string; brand: string }, now: Date) {
  const secret = new Secret({ size: secretBytes })
  const expiry = now.getTime() + setupMs
  const uri = new TOTP({ issuer: brand.replaceAll(':', ' '), label: username, secret }).toString()
  return { secret: secret.base32, uri, setup: `${expiry}.${vault.wrap(setupId(userId, expiry), secret.bytes)}` }
}

/**
 * The columns of a new app. Uses its setup up: of two apps with one secret, each would take the same code. Throws `factor.expired.error` for
 * a setup that is too old, used or not this account's, and `code.invalid.error`.
 */
export async function readNewTotp(
  db: Database,
  vault: FactorVault,
  { userId, setup, code }: { userId: number; setup: string; code: string },
  now: Date,
) {
  const [written = '', wrapped = ''] = setup.split('.')
  const expiry = Number(written)
  const secret = vault.unwrap(setupId(userId, expiry), wrapped)
  if (secret === undefined || expiry <= now.getTime()) throw new AppError('factor.expired.error')
  const lastStep = findStep(secret, code, now)
  if (lastStep === null) throw wrongCode()
  // Not as it is written, of which there are many ways.
  await spendChallenge(db, setupId(userId, expiry), now, setupMs)
  return { kind: 'totp', wrappedSecret: vault.wrap(appSecretId(userId), secret), lastStep } as const
}

/**
 * Uses the code up with one of these apps and returns that app. Throws `code.invalid.error`, also for a code that has served, and an
 * error that nobody can mend by typing if this server's secret opens none of them.
 */
export async function spendTotpCode(db: Database, vault: FactorVault, apps: readonly Factor[], code: string, now: Date): Promise<Factor> {
  const opened = apps.flatMap((app) => {
    const secret = app.wrappedSecret === null ? undefined : vault.unwrap(appSecretId(app.userId), app.wrappedSecret)
    return secret === undefined ? [] : [{ app, secret }]
  })
  if (apps.length > 0 && opened.length === 0)
    throw new AppError('service.unavailable.error', {
      cause: new Error('SECRET_KEY does not open the authenticator apps of this account.'),
    })
  for (const { app, secret } of opened) {
    const step = findStep(secret, code, now)
    if (step === null) continue
    const isUnused = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))
    const [used] = await db
      .update(secondFactors)
      .set({ lastStep: step, lastUsedAt: now })
      .where(and(eq(secondFactors.id, app.id), isUnused))
      .returning()
    if (used !== undefined) return used
  }
  throw wrongCode()
}

/** The 30 seconds whose code this is, counted from 1970; null if it is none of those that count now. */
function findStep(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / periodMs) + delta
}

function setupId(userId: number, expiry: number): string {
  return `setup ${userId} ${expiry}`
}

function wrongCode(): AppError {
  return new AppError('code.invalid.error', { invalidField: 'code' })
}
