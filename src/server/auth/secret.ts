/** Secrets that open something once or for a while: 256 random bits in base64url (43 characters), of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** In hexadecimal. A fast hash will do: nobody guesses 256 bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
