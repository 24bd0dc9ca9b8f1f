/**
 * Additions to every edit form, so that two people may change different fields of a record. Fields that make sense only
 * together count as one. Knows no entity.
 */
import * as v from 'valibot'

/**
 * The `version` of the record that filled the form. If somebody else has saved since, the call fails with `changed.meanwhile.error`. Without
 * it the last save wins.
 */
const version = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)))

/** The schema of an edit form: its own fields, and what it says of them. */
export function editForm<const Fields extends v.ObjectEntries>(fields: Fields) {
  // `Object.keys` loses the type of the keys.
  const names = Object.keys(fields) as (keyof Fields & string)[]
  /**
   * The fields that the person changed, by name. The record keeps its own values of all others, and `changed.meanwhile.error` is left to
   * fields that somebody else has changed as well, to something else.
   */
  const changedFields = v.optional(
    v.pipe(
      v.union([v.array(v.string()), v.string()]),
      v.transform((value) => (typeof value === 'string' ? [value] : value)),
      v.array(v.picklist(names)),
    ),
  )
  return v.strictObject({ ...fields, version, changedFields })
}

export type EditFacts = { readonly version?: number | undefined; readonly changedFields?: readonly string[] | undefined }

/** The fields that hold what changes among members, with those that hold all members. */
export const memberFields: Readonly<Record<string, string>> = {
  betaGroupChanges: 'selectedBetaGroupIds',
  firmwareChanges: 'selectedFirmwareIds',
  userChanges: 'selectedUserIds',
}

/** The first of them in a form is where a person is asked about all. */
const units: readonly (readonly string[])[] = [
  ['country', 'phonePrefix', 'phoneNumber'],
  ['isActive', 'isBetaTest', 'isBetaTester', 'selectedBetaGroupIds', 'betaGroupChanges'],
  ['selectedFirmwareIds', 'firmwareChanges'],
  ['selectedUserIds', 'userChanges'],
  ['file', 'typedVersion'],
  ['thumbnail', 'removeThumbnail'],
  ['sendsPasswordLink', 'password'],
]

/** The fields that belong together with this one, itself included. */
export function unitOf(field: string): readonly string[] {
  return units.find((unit) => unit.includes(field)) ?? [field]
}

/** Those of the form's fields of which the record keeps its own values. */
export function keptFields(form: readonly string[], changedFields: readonly string[]): string[] {
  const changed = new Set(changedFields.flatMap(unitOf))
  return form.filter((field) => !changed.has(field) && field !== 'version' && field !== 'changedFields')
}
