/**
 * The parts that calls about second factors share: what a browser signs with a passkey, and what proves who somebody is. Binary values are
 * base64url without padding, as WebAuthn's JSON has them (W3C Web Authentication Level 3, section 5.1.8 and following).
 */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { smsCode } from './authentication.ts'
import { factorNameMaxLength, recoveryCodeLength } from './rules.ts'
import { text, typedPassword } from './fields.ts'

/** What a name tells apart: "Office key", "Phone". */
export const factorName = text(factorNameMaxLength)

/** The six digits that an authenticator app shows (RFC 6238). */
export const totpCode = smsCode

/** Upper or lower case, with or without dashes and spaces; letters that look like digits count as these, and the other way round. */
export const recoveryCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  v.minLength(1, 'MandatoryField' satisfies ErrorCode),
  v.regex(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${recoveryCodeLength}}$`), 'code.invalid.error' satisfies ErrorCode),
)

const base64url = (maxLength: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(maxLength))
const credentialId = base64url(1_400)

/** What `navigator.credentials.get` answered. */
export const passkeySignature = v.strictObject({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
})
export type PasskeySignature = v.InferOutput<typeof passkeySignature>

/** What `navigator.credentials.create` answered. */
export const newPasskey = v.strictObject({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(40_000),
  /** How the browser reaches it: "internal", "usb". */
  transports: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)),
})
export type NewPasskey = v.InferOutput<typeof newPasskey>

/** One of the own factors, as the second step of a sign-in. */
export const factorProof = v.variant('kind', [
  v.strictObject({ kind: v.literal('totp'), code: totpCode }),
  v.strictObject({ kind: v.literal('recoveryCode'), code: recoveryCode }),
  v.strictObject({ kind: v.literal('passkey'), signature: passkeySignature }),
])
export type FactorProof = v.InferOutput<typeof factorProof>

/** Fresh proof (effects.ts): the password counts for an account without factors. */
export const anyProof = v.variant('kind', [
  ...factorProof.options,
  v.strictObject({ kind: v.literal('password'), password: typedPassword }),
])
export type AnyProof = v.InferOutput<typeof anyProof>

const knownCredential = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.exactOptional(v.array(v.string())) })
const verification = v.picklist(['required', 'preferred', 'discouraged'])

/** `PublicKeyCredentialRequestOptionsJSON`: what the browser is to sign. */
export const passkeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  /** Milliseconds. */
  timeout: v.number(),
  /** Empty: any passkey of this portal that the browser finds. */
  allowCredentials: v.array(knownCredential),
  userVerification: verification,
})
export type PasskeyRequest = v.InferOutput<typeof passkeyRequest>

/** `PublicKeyCredentialCreationOptionsJSON`: the passkey that the browser is to make. */
export const passkeyCreation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  excludeCredentials: v.array(knownCredential),
  authenticatorSelection: v.object({
    residentKey: v.picklist(['required', 'preferred', 'discouraged']),
    userVerification: verification,
  }),
  attestation: v.literal('none'),
})
export type PasskeyCreation = v.InferOutput<typeof passkeyCreation>
