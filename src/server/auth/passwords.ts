/** Password hashing: argon2id, 19 MiB, two passes, one lane (security page, 1). Bounded, so that a flood of sign-ins neither fills memory nor starves the rest. */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../errors.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const concurrencyMax = 4
const waitingMax = 64

let running = 0
const waiting: (() => void)[] = []

/** The hash in PHC form. Throws `service.unavailable.error` where too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/**
 * Whether the password fits. Without a stored hash, an unknown user's, a dummy is checked, so that the answer takes as long.
 * Throws `service.unavailable.error` where too many wait already.
 */
export function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const isFitting = await verify(storedHash ?? dummyHash, password)
    return isFitting && storedHash !== undefined
  })
}

/** Of a random password that nobody knows, with the cost above. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$y+sVH6HsBYtYuIFxlVN5OQ$DPZZkbEpaQRLoAU3a0uGMu9SUstfqzxnjg8eAHeu5Dw'

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrencyMax) {
    if (waiting.length >= waitingMax) throw new AppError('service.unavailable.error')
    // The one who finishes hands its place over, so `running` stays as it is.
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
