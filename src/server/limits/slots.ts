/** Lets a few pieces of work run at once, and others wait their turn or be refused. Knows no work. */
import { AppError } from '../../errors.ts'

type Slots = { readonly atOnceMax: number; readonly waitingMax: number }

/** Returns a function that runs work in a slot. It throws `service.unavailable.error` if too many are waiting already. */
export function createSlots({ atOnceMax, waitingMax }: Slots) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new AppError('service.unavailable.error')
      // Finished work hands its slot to the next one, so `running` does not change.
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
}

/** Returns a function that runs work for a key, such as an account. It throws `too.many.requests.error` if that key has `max` unfinished. */
export function createShares(max: number) {
  const unfinished = new Map<number, number>()

  return async function inShare<T>(key: number, work: () => Promise<T>): Promise<T> {
    const before = unfinished.get(key) ?? 0
    if (before >= max) throw new AppError('too.many.requests.error', { retryAfterSeconds: 1 })
    unfinished.set(key, before + 1)
    try {
      return await work()
    } finally {
      const left = (unfinished.get(key) ?? 1) - 1
      if (left > 0) unfinished.set(key, left)
      else unfinished.delete(key)
    }
  }
}
