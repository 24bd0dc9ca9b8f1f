/** Random secrets for links and cookies: 256 bits in base64url (43 characters). Only their SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** In hexadecimal. A fast hash is enough, because 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
