/** A passkey in software, as an authenticator and a browser answer with one (W3C WebAuthn, sections 6 and 7): tests bend any part of it. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeySignature } from '../../src/contract/factors.ts'

export type PasskeyOptions = {
  readonly origin?: string
  readonly rpId?: string
  /** Whether it asks for a PIN or a fingerprint. */
  readonly verifiesUser?: boolean
  /** Whether it counts its signatures. */
  readonly counts?: boolean
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

export function createSoftPasskey({
  origin = 'http://portal.test',
  rpId = 'portal.test',
  verifiesUser = true,
  counts = true,
}: PasskeyOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let count = 0

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(extraFlags = 0, attested = Buffer.alloc(0)): Buffer {
    count += counts ? 1 : 0
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const given = flags.userPresent | (verifiesUser ? flags.userVerified : 0) | extraFlags
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([given]), counter, attested])
  }

  /** `statement`: what its maker says of it, which nobody asks for. */
  function create({ challenge }: { readonly challenge: string }, statement = { format: 'none', certificates: false }): NewPasskey {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coseKey = cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = authenticatorData(flags.attested, Buffer.concat([Buffer.alloc(16), length, id, coseKey]))
    const attestationObject = cborMap([
      [cborText('fmt'), cborText(statement.format)],
      [cborText('attStmt'), cborMap(statement.certificates ? [[cborText('x5c'), cborBytes(randomBytes(40))]] : [])],
      [cborText('authData'), cborBytes(authData)],
    ])
    return {
      id: id.toString('base64url'),
      clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    }
  }

  function sign({ challenge }: { readonly challenge: string }): PasskeySignature {
    const [client, data] = [clientData('webauthn.get', challenge), authenticatorData()]
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: id.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
    }
  }

  return { id: id.toString('base64url'), create, sign }
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>

/** CBOR (RFC 8949), as much of it as an attestation has. */
function cborHead(majorType: number, value: number): Buffer {
  const top = majorType << 5
  if (value < 24) return Buffer.from([top | value])
  if (value < 0x100) return Buffer.from([top | 24, value])
  return Buffer.from([top | 25, value >> 8, value & 0xff])
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
