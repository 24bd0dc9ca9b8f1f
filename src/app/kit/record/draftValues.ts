/** What of a form's unsaved values is kept in this browser, and how it comes back onto the record as it is now. Knows no form. */
import { changedBetween, mergeValues } from './mergeValues.ts'

type Values = Readonly<Record<string, unknown>>

/** Without passwords, and without files except those of `keptFiles`; null if nothing else was changed. */
export function keptOf(values: Values, before: Values, keptFiles: readonly string[] = []): Values | null {
  const isKept = (name: string, value: unknown) =>
    value !== undefined && name !== 'password' && (!holdsFile(value) || keptFiles.includes(name))
  const kept = Object.fromEntries(Object.entries(values).filter(([name, value]) => isKept(name, value)))
  return changedBetween(before, kept).length > 0 ? kept : null
}

/**
 * `now`: the record's values. `shown`: what the form holds, of which files and passwords stay. `merged` has the draft's own changes, and the
 * record's values of everything else; `asBefore` what the draft knew of the fields that it changed.
 */
export function draftOnto<T extends Values>(now: T, shown: T, draft: { readonly values: Partial<T>; readonly before: Partial<T> }) {
  const mine = { ...shown, ...draft.values }
  const before = { ...now, ...draft.before }
  // Of records that were chosen, those that others have added or removed since stay so.
  const asked = changedBetween(before, mine).filter((name) => !Array.isArray(mine[name]))
  const asBefore = Object.fromEntries(asked.map((name) => [name, before[name]]))
  // Each value is one of the same field.
  return { merged: mergeValues(mine, { before, theirs: now, asked }), asBefore: asBefore as Partial<T> }
}

function holdsFile(value: unknown): boolean {
  return [value].flat().some((one) => one instanceof Blob)
}
