/**
 * Checks one of an account's second factors. Codes can be guessed: five wrong ones an hour and twenty a day stop further tries on the
 * account, counted apart for browsers that have signed in to it before (trustedDevice.ts), so that strangers who know the password stop
 * nobody else. The day is one for all of these: who knows the password can make a browser a new one. A passkey cannot be guessed, so it is not counted there. Each wrong one counts against the network address.
 */
import type { FactorProof } from '../../../contract/factors.ts'
import type { ErrorCode } from '../../../errors.ts'
import { dayMs, hourMs } from '../../limits/durations.ts'
import { checkGuess, waitingDeadline } from '../../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../../limits/rateLimit.ts'
import type { ServerContext } from '../../serverContext.ts'
import { wrongGuesses } from '../checkCredentials.ts'
import { type DeviceSecrets, findSignedInDevice } from '../trustedDevice.ts'
import type { ChallengePurpose } from './challenges.ts'
import { findFactors } from './ownFactors.ts'
import { checkSignature } from './passkeys.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { spendTotpCode } from './totp.ts'

const perHour: RateLimit = { name: 'factor codes an hour', max: 5, windowMs: hourMs }
const perDay: RateLimit = { name: 'factor codes a day', max: 20, windowMs: dayMs }
const wrong = ['code.invalid.error', 'passkey.invalid.error'] as const satisfies readonly ErrorCode[]
const refused = [...wrong, 'too.many.requests.error'] as const

type CheckContext = Pick<ServerContext, 'db' | 'config' | 'factorVault'> & { readonly address: string; readonly now: Date }
type Claim = { readonly userId: number; readonly proof: FactorProof; readonly devices: DeviceSecrets; readonly purpose: ChallengePurpose }

/** Uses the proof up. Throws what contract/factorSignIn.ts lists for checkFactor. */
export async function checkFactor(context: CheckContext, { userId, proof, devices, purpose }: Claim): Promise<void> {
  const { db, address, now } = context
  const deadline = waitingDeadline()
  const guess = async (): Promise<void> => {
    if (proof.kind === 'passkey') return void (await checkSignature(db, context, proof.signature, { purpose, userId }, now))
    const device = await findSignedInDevice(db, userId, devices)
    const dayKey = device === undefined ? userId : `trusted ${userId}`
    const inDay = () => checkGuess(limitGuesses(db, perDay, dayKey, now), wrong, () => useCode(context, userId, proof), deadline)
    await checkGuess(limitGuesses(db, perHour, device ?? userId, now), wrong, inDay, deadline)
  }
  // A try that a limit refuses counts against the address too, since nobody knows whether it was right.
  await checkGuess(limitGuesses(db, wrongGuesses, address, now), refused, guess, deadline)
}

async function useCode({ db, factorVault, now }: CheckContext, userId: number, proof: Exclude<FactorProof, { kind: 'passkey' }>) {
  if (proof.kind === 'recoveryCode') return spendRecoveryCode(db, userId, proof.code)
  const apps = (await findFactors(db, userId)).filter(({ kind }) => kind === 'totp')
  await spendTotpCode(db, factorVault, apps, proof.code, now)
}
