/** What a seal's hashes are over (docs/security.md, 41). Knows no database. */
import { createHash } from 'node:crypto'
import type { seals } from '../db/tables.ts'

export type Seal = typeof seals.$inferSelect
export type SealedEntry = { readonly id: number; readonly kind: string; readonly date: Date; readonly valuesHash: string }

/** Over the entries in the order of their ids, one after the other. */
export function startRoot() {
  const hash = createHash('sha256')
  return {
    add: ({ id, kind, date, valuesHash }: SealedEntry) => hash.update(`${JSON.stringify([id, kind, date.getTime(), valuesHash])}\n`),
    end: () => hash.digest('hex'),
  }
}

export function hashOfSeal(seal: Omit<Seal, 'hash' | 'isLogged'>): string {
  const { chain, number, kind, previous, root, count, newestId, newestAt, madeAt } = seal
  const values = [chain, number, kind, previous, root, count, newestId, newestAt?.getTime() ?? null, madeAt.getTime()]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
