/** Encrypts with a key that is derived from a secret, one for each purpose (AES-256-GCM), so that the database alone opens nothing. Knows no database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [wrappingKeyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/** What is wrapped for one purpose cannot be unwrapped for another. */
export type WrapPurpose = 'fieldport signing keys' | 'fieldport second factors'

/** `id` belongs to the key: wrapped under one id, it cannot be unwrapped under another. Returns base64url. */
export function wrapKey(secret: string, id: string, key: Uint8Array, purpose: WrapPurpose = 'fieldport signing keys'): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, wrappingKey(secret, purpose), nonce).setAAD(Buffer.from(id))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns undefined if it was wrapped by another secret, under another id or for another purpose. */
export function unwrapKey(
  secret: string,
  id: string,
  wrapped: string,
  purpose: WrapPurpose = 'fieldport signing keys',
): Uint8Array | undefined {
  const bytes = Buffer.from(wrapped, 'base64url')
  const [nonce, content, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, -tagBytes), bytes.subarray(-tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, wrappingKey(secret, purpose), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(id)).setAuthTag(tag)
    return new Uint8Array(Buffer.concat([decipher.update(content), decipher.final()]))
  } catch {
    return undefined
  }
}

function wrappingKey(secret: string, purpose: WrapPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, wrappingKeyBytes))
}
