import type { Choice } from '../../../contract/crud.ts'

export function idsOf(records: readonly Choice[]): number[] {
  return records.map(({ id }) => id)
}
