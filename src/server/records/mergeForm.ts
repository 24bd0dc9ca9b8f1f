import { memberFields } from '../../contract/editForm.ts'

type Fields = Readonly<Record<string, unknown>>

/** The form with the stored values of the fields that are `kept`. One without is empty, which also lets a stored file stay; no member changes. */
export function mergeForm<Form extends Fields>(sent: Form, stored: Fields, kept: readonly string[]): Form {
  const none = (field: string) => (Array.isArray(sent[field]) ? [] : undefined)
  const values = kept.map((field) => [field, field in memberFields ? { addedIds: [], removedIds: [] } : (stored[field] ?? none(field))])
  // The stored values have the types of the fields that hold them, and what has none is optional.
  return { ...sent, ...(Object.fromEntries(values) as Partial<Form>) }
}
