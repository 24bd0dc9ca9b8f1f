/** Brings the values of an edit form onto a record that somebody else has saved meanwhile. Knows no form. */
import { unitOf } from '../../../contract/editForm.ts'
import type { Choice } from '../../../contract/crud.ts'
import { without } from './memberChanges.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that differ. Records that were chosen are the same in any order. */
export function changedBetween<T extends Values>(before: T, after: T): (keyof T & string)[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]))
}

/**
 * What the form shows then: the person's own values of the fields that they changed, and of what belongs together with the `asked` ones; the
 * others' values of everything else. Of chosen records, those that either has added, without those that either has removed.
 */
export function mergeValues<T extends Values>(mine: T, { before, theirs, asked }: { before: T; theirs: T; asked: readonly string[] }): T {
  const isAsked = (field: string) => asked.some((one) => unitOf(one).includes(field))
  const merged = Object.entries(mine).map(([field, value]) => {
    const [old, other] = [before[field], theirs[field]]
    if (isAsked(field)) return [field, value]
    if (isSame(old, value)) return [field, other]
    if (!isChosen(value) || !isChosen(old) || !isChosen(other)) return [field, value]
    const added = without(without(value, old), other)
    return [field, [...without(other, without(old, value)), ...added]]
  })
  // Each value is one of the same field.
  return Object.fromEntries(merged) as T
}

export function isSame(one: unknown, other: unknown): boolean {
  if (isChosen(one) && isChosen(other)) return without(one, other).length === 0 && without(other, one).length === 0
  return one instanceof Blob || other instanceof Blob ? one === other : JSON.stringify(one) === JSON.stringify(other)
}

function isChosen(value: unknown): value is readonly Choice[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'tostring' in item)
}
