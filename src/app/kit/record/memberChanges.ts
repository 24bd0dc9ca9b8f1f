import type { Choice, MemberChanges } from '../../../contract/crud.ts'

/** What a form has added to the records that it began with, and removed from them. Others' changes of other records stay. */
export function memberChanges(before: readonly Choice[], after: readonly Choice[]): NonNullable<MemberChanges> {
  return { addedIds: idsOf(without(after, before)), removedIds: idsOf(without(before, after)) }
}

export function without(records: readonly Choice[], others: readonly Choice[]): Choice[] {
  const ids = new Set(idsOf(others))
  return records.filter(({ id }) => !ids.has(id))
}

export function idsOf(records: readonly Choice[]): number[] {
  return records.map(({ id }) => id)
}
