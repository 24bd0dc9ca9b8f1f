/**
 * Password hashing with argon2id: 19 MiB, two passes, one lane (docs/security.md, 1). Limits concurrent hashes, so that a flood of sign-ins
 * cannot exhaust memory or CPU.
 */
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../../limits/turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const inTurn = createTurns({ atOnceMax: 4, ofOneMax: 4, waitingMax: 64 })
/** In the order in which they come: people who sign in are nobody yet. */
const inOrder = <T>(work: () => Promise<T>) => inTurn(0, work)

/** Returns the hash in PHC format. Throws `service.unavailable.error` if too many hashes are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inOrder(() => hash(password, cost))
}

/**
 * Whether the password matches. For an unknown user there is no hash; `noPassword` is checked instead, so that the response takes the same time.
 * Throws `service.unavailable.error` if too many hashes are waiting.
 */
export function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return inOrder(async () => {
    const isFitting = await verify(storedHash ?? noPassword, password)
    return isFitting && storedHash !== undefined && storedHash !== noPassword
  })
}

/**
 * Stored for an account whose owner has not chosen a password yet, and checked in the place of a hash that is not there. The hash of a random
 * password, with the cost above; no password matches it.
 */
export const noPassword = '$argon2id$v=19$m=19456,t=2,p=1$y+sVH6HsBYtYuIFxlVN5OQ$DPZZkbEpaQRLoAU3a0uGMu9SUstfqzxnjg8eAHeu5Dw'
