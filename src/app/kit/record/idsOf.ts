import type { Choice } from '../../../contract/crud.ts'

/** The ids of chosen records, as calls take them. */
export function idsOf(records: readonly Choice[]): number[] {
  return records.map(({ id }) => id)
}
