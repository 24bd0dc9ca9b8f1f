/**
 * Password hashing with argon2id: 19 MiB, two passes, one lane (docs/security.md, 1). Limits concurrent hashes, so that a flood of sign-ins
 * cannot exhaust memory or CPU.
 */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../errors.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const concurrencyMax = 4
const waitingMax = 64

let running = 0
const waiting: (() => void)[] = []

/** Returns the hash in PHC format. Throws `service.unavailable.error` if too many hashes are waiting. */
export function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password, cost))
}

/**
 * Whether the password matches. For an unknown user there is no hash; a dummy is checked instead, so that the response takes the same time.
 * Throws `service.unavailable.error` if too many hashes are waiting.
 */
export function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return withHashSlot(async () => {
    const isFitting = await verify(storedHash ?? dummyHash, password)
    return isFitting && storedHash !== undefined
  })
}

/** The hash of a random password nobody knows, with the cost above. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$y+sVH6HsBYtYuIFxlVN5OQ$DPZZkbEpaQRLoAU3a0uGMu9SUstfqzxnjg8eAHeu5Dw'

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrencyMax) {
    if (waiting.length >= waitingMax) throw new AppError('service.unavailable.error')
    // A finished hash hands its slot to the next one, so `running` does not change.
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
