/**
 * What this browser has seen of the maker's signatures, for all who sign in here: the newest keys, and the highest number of a catalogue of each
 * product. Signing out wipes none of it, so that nobody is shown an older state as the newest.
 */
import * as v from 'valibot'
import type { ReadCatalogue, SeenNumbers } from '../../../contract/signatures/catalogue.ts'
import { signed } from '../../../contract/fields.ts'
import type { Signed } from '../../../contract/signatures/signed.ts'
import type { StoredText } from '../../browser/storedItem.ts'

export const seenSignaturesKey = 'fieldport.signatures'

const seen = v.object({
  /** After the one in the build. */
  roots: v.array(signed),
  /** By type number, and by the key that signed it. */
  numbers: v.record(v.string(), v.record(v.string(), v.number())),
})
type Seen = v.InferOutput<typeof seen>
const nothing: Seen = { roots: [], numbers: {} }

export type SeenSignatures = ReturnType<typeof createSeenSignatures>

export function createSeenSignatures(stored: Pick<StoredText, 'get' | 'set'>) {
  function read(): Seen {
    try {
      const parsed = v.safeParse(seen, JSON.parse(stored.get() ?? 'null'))
      return parsed.success ? parsed.output : nothing
    } catch {
      return nothing
    }
  }

  const write = (text: Seen) => stored.set(JSON.stringify(text))

  return {
    roots: (): readonly Signed[] => read().roots,
    numbers: (typeId: number): SeenNumbers => read().numbers[String(typeId)] ?? {},

    /** Takes the place of what was kept, unless that goes on from there: another tab may have seen more. */
    noteRoots(roots: readonly Signed[]): void {
      const before = read()
      if (JSON.stringify(before.roots.slice(0, roots.length)) === JSON.stringify(roots)) return
      write({ ...before, roots: roots.map((documents) => [...documents]) })
    },

    noteNumber(typeId: number, { number, keys }: Pick<ReadCatalogue, 'number' | 'keys'>): void {
      const before = read()
      const its = before.numbers[String(typeId)] ?? {}
      const higher = keys.filter((kid) => number > (its[kid] ?? 0))
      if (higher.length === 0) return
      const numbers = { ...its, ...Object.fromEntries(higher.map((kid) => [kid, number])) }
      write({ ...before, numbers: { ...before.numbers, [String(typeId)]: numbers } })
    },
  }
}
