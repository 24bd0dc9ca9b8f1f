/** Encrypts keys with a secret, so that the database alone signs nothing (AES-256-GCM). Knows no database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [wrappingKeyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/** `id` belongs to the key: wrapped under one id, it cannot be unwrapped under another. Returns base64url. */
export function wrapKey(secret: string, id: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, wrappingKey(secret), nonce).setAAD(Buffer.from(id))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns undefined if it was wrapped by another secret or under another id. */
export function unwrapKey(secret: string, id: string, wrapped: string): Uint8Array | undefined {
  const bytes = Buffer.from(wrapped, 'base64url')
  const [nonce, content, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, -tagBytes), bytes.subarray(-tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, wrappingKey(secret), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(id)).setAuthTag(tag)
    return new Uint8Array(Buffer.concat([decipher.update(content), decipher.final()]))
  } catch {
    return undefined
  }
}

function wrappingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'fieldport signing keys', wrappingKeyBytes))
}
