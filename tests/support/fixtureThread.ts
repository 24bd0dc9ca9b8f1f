/** A thread for tests of src/server/threads/ and src/server/sandbox/: one function for each way in which it can end. */
import { writeFile } from 'node:fs/promises'
import { exposeThread } from '../../src/server/threads/exposeThread.ts'

const left: Uint8Array[] = []
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
  /** Not a part of the heap. */
  fillBuffers(): never {
    for (const kept: Uint8Array[] = []; ;) kept.push(new Uint8Array(1_000_000).fill(1))
  },
  /** Leaves them behind. */
  keepBuffer(megabytes: number): number {
    left.push(new Uint8Array(megabytes * 1_000_000).fill(1))
    return process.pid
  },
  waitForever: (): Promise<never> => new Promise(() => undefined),
  pid: (): number => process.pid,
  variables: (): string[] => Object.keys(process.env),
  async writeFile(path: string): Promise<void> {
    await writeFile(path, 'written')
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
