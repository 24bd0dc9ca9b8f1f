/** A thread for src/server/threads/inThread.test.ts: one function for each way in which a thread can end. */
import { exposeThread } from '../../src/server/threads/exposeThread.ts'

const api = {
  add: (one: number, other: number): number => one + other,
  refuse(): never {
    throw new TypeError('not like this')
  },
  loopForever(): never {
    for (;;);
  },
  fillMemory(): never {
    for (const kept: number[][] = []; ;) kept.push(Array.from({ length: 100_000 }, Math.random))
  },
  exit(): never {
    // oxlint-disable-next-line unicorn/no-process-exit -- a thread that ends by itself is what the test is about
    process.exit(7)
  },
  throwLater(): Promise<never> {
    setTimeout(() => {
      throw new Error('nobody waits for this')
    })
    return new Promise(() => undefined)
  },
}
export type FixtureThread = typeof api

exposeThread(api)
