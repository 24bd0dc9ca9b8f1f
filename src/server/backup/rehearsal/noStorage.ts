import { hashOf } from '../readStored.ts'
import type { Storage } from '../../files/storage.ts'

/** A storage that keeps nothing but the names of what it was given: a rehearsal needs no room for the files. */
export function openNoStorage(): { storage: Storage; received: ReadonlySet<string> } {
  const received = new Set<string>()
  const storage: Storage = {
    put: (bytes) => {
      const whole = Buffer.concat([bytes].flat())
      const sha256 = hashOf(whole)
      received.add(sha256)
      return Promise.resolve({ sha256, sizeBytes: whole.length })
    },
    has: () => Promise.resolve(false),
    open: (sha256) => Promise.reject(new Error(`${sha256} is not kept in a rehearsal.`)),
    // oxlint-disable-next-line require-yield -- it holds nothing
    list: async function* () {},
    remove: () => Promise.resolve(),
  }
  return { storage, received }
}
