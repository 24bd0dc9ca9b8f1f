/** The short-lived bearer token: a JWT by HS256 that names a user and a sign-in. Carries no rights; those are read at every call. */
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { AppError } from '../errors.ts'
import type { ServerContext } from './call.ts'
import { signingKey } from './signingKey.ts'

const algorithm = 'HS256'
const audience = 'fieldport'

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)),
  sid: v.pipe(v.string(), v.uuid()),
  jti: v.string(),
  exp: v.number(),
})

type TokenSubject = { readonly userId: number; readonly familyId: string }

type TokenContext = Pick<ServerContext, 'db' | 'config'>

export async function signAccessToken({ db, config }: TokenContext, { userId, familyId }: TokenSubject, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: familyId })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(config.publicUrl)
    .setAudience(audience)
    .setSubject(String(userId))
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + config.accessTokenSeconds)
    .sign(await signingKey(db))
}

/** Throws `not.authenticated` for anything but a token of ours that is still valid at `now`. */
export async function readAccessToken({ db, config }: TokenContext, token: string, now: Date): Promise<TokenSubject> {
  const key = await signingKey(db)
  const known = verifiedBy(key)
  const name = `${config.publicUrl} ${token}`
  const { expiresAt, ...subject } = known.get(name) ?? (await verify(token, key, config.publicUrl, now))
  if (now.getTime() >= expiresAt) throw new AppError('not.authenticated')
  if (known.size >= verifiedMax) known.clear()
  known.set(name, { expiresAt, ...subject })
  return subject
}

/**
 * Tokens whose signature held. It will hold at the next request too, and to check it takes a fifth of the time of a short call. When a token
 * ends is looked at each time, and whether its sign-in has ended is read from the database by whoever asks who calls.
 */
const verified = new WeakMap<Uint8Array, Map<string, Verified>>()
const verifiedMax = 5_000
type Verified = TokenSubject & { readonly expiresAt: number }

function verifiedBy(key: Uint8Array): Map<string, Verified> {
  const known = verified.get(key) ?? new Map<string, Verified>()
  verified.set(key, known)
  return known
}

async function verify(token: string, key: Uint8Array, issuer: string, now: Date): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['exp', 'jti', 'sub'],
      currentDate: now,
    })
    const { sub, sid, exp } = v.parse(claimsSchema, payload)
    return { userId: sub, familyId: sid, expiresAt: exp * 1000 }
  } catch (cause) {
    throw new AppError('not.authenticated', { cause })
  }
}
