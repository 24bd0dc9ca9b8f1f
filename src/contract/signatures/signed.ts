/**
 * Signed documents (docs/releases.md, "Signatures"): what a page can rely on, from any server. Each is a compact JWS, ES256, or several over the
 * same bytes, where a role asks for several keys. `alg` is pinned, each role has its own `typ`, and a key is looked up in the root only, by `kid`.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { base64url, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import * as v from 'valibot'

/** Compact JWSs with the same payload, each by another key. */
export type Signed = readonly string[]

/** Who signs what: the root names the keys, a release key says what may be written, the online key what is so now. */
export const roles = ['root', 'release', 'catalogue'] as const
export type Role = (typeof roles)[number]

export const typeOf: Readonly<Record<Role, string>> = {
  root: 'fieldport-root+jws',
  release: 'fieldport-release+jws',
  catalogue: 'fieldport-catalogue+jws',
}
export const algorithm = 'ES256'

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
/** A public key. */
export const publicKey = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate })
export type PublicKey = v.InferOutput<typeof publicKey>

/** The keys of a role, by `kid`, and how many of them have to sign. `others`: the kids of other roles: a document of theirs is a mix-up, no forgery. */
export type Signers = {
  readonly keys: ReadonlyMap<string, PublicKey>
  readonly threshold: number
  readonly others: ReadonlySet<string>
}

/** Why a document cannot be relied on. */
export const faults = [
  /** There is none. */
  'unsigned',
  /** Its bytes are not what was signed, or nobody whom the root names has signed it. */
  'altered',
  /** A key of another role has signed it, or too few have. */
  'role',
  /** An older one than this page has seen. */
  'older',
  'expired',
  /** There is no catalogue: what is so now is not known. */
  'noCatalogue',
  /** It is for another product, or its hardware. */
  'product',
  /** The file is another one than the statement's. */
  'file',
  /** By the catalogue, this detector is not offered it. */
  'notOffered',
  /** The keys of the maker changed in a way that the ones before did not sign. */
  'root',
] as const
export type Fault = (typeof faults)[number]

export class SignatureFault extends Error {
  override readonly name = 'SignatureFault'
  readonly fault: Fault
  constructor(fault: Fault, options?: ErrorOptions) {
    super(`signature: ${fault}`, options)
    this.fault = fault
  }
}

/**
 * The bytes that enough keys of the role have signed; what other keys have signed besides does not count, such as one that was dropped. Rejects with a
 * SignatureFault.
 */
export async function verifySigned(documents: Signed, role: Role, { keys, threshold, others }: Signers): Promise<Uint8Array> {
  const ofRole = documents.flatMap((document) => {
    const kid = kidOf(document)
    const key = kid === null ? undefined : keys.get(kid)
    return kid === null || key === undefined ? [] : [{ document, kid, key }]
  })
  const [first] = ofRole
  if (first === undefined) throw new SignatureFault(faultWithout(documents, others))
  const bytes = await verifyOne(first.document, role, first.key)
  for (const { document, key } of ofRole.slice(1))
    if (!isSame(bytes, await verifyOne(document, role, key))) throw new SignatureFault('altered')
  if (new Set(ofRole.map(({ kid }) => kid)).size < threshold) throw new SignatureFault('role')
  return bytes
}

/** Why nothing counts: there is nothing, a key of another role has signed it, or nobody whom the root names. */
function faultWithout(documents: Signed, others: Signers['others']): Fault {
  if (documents.length === 0) return 'unsigned'
  return documents.some((document) => others.has(kidOf(document) ?? '')) ? 'role' : 'altered'
}

async function verifyOne(document: string, role: Role, key: PublicKey): Promise<Uint8Array> {
  try {
    if (decodeProtectedHeader(document).typ !== typeOf[role]) throw new SignatureFault('role')
    // One document has one spelling.
    if (!document.split('.').every((part) => base64url.encode(base64url.decode(part)) === part)) throw new SignatureFault('altered')
    const { payload } = await compactVerify(document, await importJWK(key, algorithm), { algorithms: [algorithm] })
    return payload
  } catch (error) {
    throw error instanceof SignatureFault ? error : new SignatureFault('altered', { cause: error })
  }
}

/** Unverified. Only for what says itself who has to sign it. */
export function claimedPayload(documents: Signed): Uint8Array {
  const [, payload = ''] = documents[0]?.split('.') ?? []
  try {
    return base64url.decode(payload)
  } catch (error) {
    throw new SignatureFault('altered', { cause: error })
  }
}

/** The document in signed bytes. Rejects with `altered` where they are none: a signature says who wrote it, not that it makes sense. */
export function readPayload<const S extends v.GenericSchema>(schema: S, bytes: Uint8Array): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(textOf(bytes)))
  } catch (error) {
    throw new SignatureFault('altered', { cause: error })
  }
}

/** The kid that a document names, unverified; null where it names none. */
export function kidOf(document: string): string | null {
  try {
    return decodeProtectedHeader(document).kid ?? null
  } catch {
    return null
  }
}

/** UTF-8, strictly. */
function textOf(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
}

/** What a catalogue names a statement by: the SHA-256 of its signed bytes, base64url. */
export function digestOf(bytes: Uint8Array): string {
  return base64url.encode(sha256(bytes))
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
