/**
 * Signs with a key that is outside of server and database: a file in PEM, or a command that a card or a key service answers. Documents are the
 * compact JWSs of contract/signatures/signed.ts.
 */
import { exec } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { base64url } from 'jose'
import { algorithm, type PublicKey, type Role, type Signers, typeOf } from '../../contract/signatures/signed.ts'
import { messageOf } from '../config/messageOf.ts'

/** Signs the input of a JWS: the 64 bytes of r and s. */
type SignInput = (input: Uint8Array) => Promise<Uint8Array>
export type Signer = { readonly kid: string; readonly sign: SignInput }

/** Where the private key is: a file in PEM, or a command that gets the bytes on its standard input and writes the signature. */
export type KeyPlace = { readonly file: string } | { readonly command: string }

const signatureBytes = 64
const commandTimeoutMs = 5 * 60_000

/**
 * The signer of a role. Throws a sentence if the role has no such key. `kid`: which key of the role a command signs with, where the role has
 * several.
 */
export async function openSigner(place: KeyPlace, role: Role, signers: Signers, kid?: string): Promise<Signer> {
  if ('command' in place) {
    const name = kid ?? (signers.keys.size === 1 ? [...signers.keys.keys()][0] : undefined)
    if (name === undefined || !signers.keys.has(name))
      throw new Error(`Say with --key which key the command signs with: ${[...signers.keys.keys()].join(', ')}`)
    return { kid: name, sign: (input) => runSigner(place.command, input) }
  }
  const key = await readPrivateKey(place.file)
  const publicKey = publicKeyOf(key)
  const its = [...signers.keys].find(([, one]) => one.x === publicKey.x && one.y === publicKey.y)
  if (its === undefined) throw new Error(`The key in ${place.file} is none that the root names for the role "${role}".`)
  return signerOf(its[0], key)
}

async function readPrivateKey(path: string): Promise<KeyObject> {
  try {
    return createPrivateKey(await readFile(path))
  } catch (cause) {
    throw new Error(`${path} cannot be read as a private key in PEM: ${messageOf(cause)}`, { cause })
  }
}

export function signerOf(kid: string, key: KeyObject): Signer {
  return { kid, sign: async (input) => signBytes('sha256', input, { key, dsaEncoding: 'ieee-p1363' }) }
}

/** A compact JWS. Throws where what a command wrote is no signature by the public key. */
export async function signDocument(bytes: Uint8Array, role: Role, { kid, sign }: Signer, publicKey: PublicKey): Promise<string> {
  const header = base64url.encode(JSON.stringify({ alg: algorithm, typ: typeOf[role], kid }))
  const input = Buffer.from(`${header}.${base64url.encode(bytes)}`)
  const signature = await sign(input)
  const key = createPublicKey({ key: publicKey, format: 'jwk' })
  if (signature.length !== signatureBytes || !verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, signature))
    throw new Error(`What the command wrote is no signature by the key "${kid}".`)
  return `${input.toString()}.${base64url.encode(signature)}`
}

export function makePrivateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function publicKeyOf(key: KeyObject): PublicKey {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { kty: 'EC', crv: 'P-256', x, y }
}

/** In the shell of the system, as an operator writes it. A signature in DER becomes the 64 bytes. */
function runSigner(command: string, input: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = exec(command, { encoding: 'buffer', timeout: commandTimeoutMs }, (error, written) => {
      if (error === null) resolve(written.length === signatureBytes ? written : fromDer(written))
      else reject(new Error(`Nothing was signed. ${error.message.trim()}`, { cause: error }))
    })
    // A command that ends without reading says by its exit code what is wrong.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

/** SEQUENCE { INTEGER r, INTEGER s }, as openssl and cards write it. */
function fromDer(der: Uint8Array): Uint8Array {
  const both = new Uint8Array(signatureBytes)
  let at = der[1] === 0x81 ? 3 : 2
  for (const end of [signatureBytes / 2, signatureBytes]) {
    const length = der[at + 1] ?? 0
    const number = der.subarray(at + 2, at + 2 + length)
    const digits = number.subarray(Math.max(0, number.length - signatureBytes / 2))
    both.set(digits, end - digits.length)
    at += 2 + length
  }
  return both
}
