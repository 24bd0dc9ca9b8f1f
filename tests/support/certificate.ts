/** Makes self-signed certificates for "localhost" and 127.0.0.1 with any dates (RFC 5280), which Node alone cannot. */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Dates = { readonly startsAt: Date; readonly endsAt: Date }

/** DER: a tag, the length, the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const bytes = (tag: number, hex: string) => der(tag, Buffer.from(hex, 'hex'))
const commonName = bytes(0x06, '550403')
const subjectAltName = bytes(0x06, '551d11')
const ecdsaWithSha256 = sequence(bytes(0x06, '2a8648ce3d040302'))
const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))))
const altNames = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))

/** GeneralizedTime, "20261121100000Z". */
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`))

export function makeCertificate({ startsAt, endsAt }: Dates): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const serialNumber = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serialNumber),
    ecdsaWithSha256,
    name,
    sequence(time(startsAt), time(endsAt)),
    name,
    publicKey,
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, altNames)))),
  )
  const signature = sign('sha256', toBeSigned, createPrivateKey(privateKey))
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return { cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'), key: privateKey }
}
