/** Passkeys, by WebAuthn: what a browser is asked for, and whether its answer is right. The relying party is the host of PUBLIC_URL. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { and, eq, lt } from 'drizzle-orm'
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignature } from '../../../contract/factors.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { secondFactors, type users } from '../../db/tables.ts'
import type { ServerContext } from '../../serverContext.ts'
import { type ChallengePurpose, challengeMs, isOwnChallenge, makeChallenge, spendChallenge } from './challenges.ts'

/** EdDSA, ES256 and RS256 (COSE): what authenticators have. */
const algorithms = [-8, -7, -257]

type Factor = typeof secondFactors.$inferSelect
type PasskeyContext = Pick<ServerContext, 'config' | 'factorVault'>

/** `known`: the account's own, which the browser is not to make again on the same device. */
export function describePasskey(
  { config, factorVault }: PasskeyContext,
  { id, username }: Pick<typeof users.$inferSelect, 'id' | 'username'>,
  known: readonly Factor[],
  now: Date,
): PasskeyCreation {
  return {
    challenge: base64url(makeChallenge(factorVault, `add ${id}`, now)),
    rp: { id: relyingParty(config.publicUrl).id, name: config.brand.name },
    // The id says nothing about the person, and stays the same, so that a device replaces its passkey of this account.
    user: { id: base64url(Buffer.from(String(id))), name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    excludeCredentials: credentialsOf(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}

/** The columns of a new passkey. Uses its challenge up. Throws `passkey.invalid.error` and `factor.expired.error`. */
export async function readNewPasskey(
  db: Database,
  { config, factorVault }: PasskeyContext,
  { userId, passkey }: { readonly userId: number; readonly passkey: NewPasskey },
  now: Date,
) {
  const { id, clientDataJSON, attestationObject, transports } = passkey
  let challenge = ''
  const verified = await orInvalid(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject: withoutStatement(attestationObject), transports },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given
        return isOwnChallenge(factorVault, `add ${userId}`, given, now)
      },
      expectedOrigin: relyingParty(config.publicUrl).origin,
      expectedRPID: relyingParty(config.publicUrl).id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified.verified) throw new AppError('passkey.invalid.error')
  await spendChallenge(db, challenge, now)
  const { credential } = verified.registrationInfo
  const publicKey = base64url(credential.publicKey)
  return { kind: 'passkey', credentialId: credential.id, publicKey, signCount: credential.counter, transports } as const
}

/** Without `own`, any passkey of this portal that can verify its person. */
export function requestSignature(
  { config, factorVault }: PasskeyContext,
  own: { readonly purpose: ChallengePurpose; readonly passkeys: readonly Factor[] } | undefined,
  now: Date,
): PasskeyRequest {
  return {
    challenge: base64url(makeChallenge(factorVault, own?.purpose ?? 'alone', now)),
    rpId: relyingParty(config.publicUrl).id,
    timeout: challengeMs,
    allowCredentials: credentialsOf(own?.passkeys ?? []),
    userVerification: own === undefined ? 'required' : 'preferred',
  }
}

/**
 * Returns the passkey that signed, after noting its use. `userId` limits it to one account's. Throws `passkey.invalid.error`,
 * `factor.expired.error`, and `passkey.unverified.error` where it must have verified its person and has not.
 */
export async function checkSignature(
  db: Database,
  { config, factorVault }: PasskeyContext,
  signature: PasskeySignature,
  { purpose, userId }: { readonly purpose: ChallengePurpose; readonly userId?: number },
  now: Date,
): Promise<Factor> {
  const isTheirs = userId === undefined ? undefined : eq(secondFactors.userId, userId)
  const [factor] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.credentialId, signature.id), isTheirs))
  if (factor === undefined || factor.publicKey === null) throw new AppError('passkey.invalid.error')
  const { id, clientDataJSON, authenticatorData, signature: signed } = signature
  const publicKey = new Uint8Array(Buffer.from(factor.publicKey, 'base64url'))
  let challenge = ''
  const { verified, authenticationInfo } = await orInvalid(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature: signed },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given
        return isOwnChallenge(factorVault, purpose, given, now)
      },
      expectedOrigin: relyingParty(config.publicUrl).origin,
      expectedRPID: relyingParty(config.publicUrl).id,
      credential: { id, publicKey, counter: factor.signCount ?? 0 },
      requireUserVerification: false,
    }),
  )
  if (!verified) throw new AppError('passkey.invalid.error')
  await spendChallenge(db, challenge, now)
  if (purpose === 'alone' && !authenticationInfo.userVerified) throw new AppError('passkey.unverified.error')
  const signCount = authenticationInfo.newCounter
  // Of two that sign at once with the same count, one is a copy. Zero does not count.
  const isNewer = signCount === 0 ? eq(secondFactors.signCount, 0) : lt(secondFactors.signCount, signCount)
  const used = await db
    .update(secondFactors)
    .set({ signCount, lastUsedAt: now })
    .where(and(eq(secondFactors.id, factor.id), isNewer))
    .returning()
  if (used[0] === undefined) throw new AppError('passkey.invalid.error')
  return used[0]
}

/**
 * A passkey without what its maker says of it. Nobody asks for that here, a client may send it all the same, and to check it the library
 * would fetch addresses that the client names.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData')
  return base64url(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    ),
  )
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** The library rejects what is wrong with an error that says why; nobody but a broken or hostile client meets it. */
async function orInvalid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('passkey.invalid.error', { cause })
  }
}

function credentialsOf(factors: readonly Factor[]) {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, type: 'public-key' as const, ...(transports && { transports }) }],
  )
}

/** The host that passkeys belong to, and the only origin at which they serve. */
export function relyingParty(publicUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
