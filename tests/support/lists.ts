/** Requests of lists for tests. */
import type { ChosenFilter } from '../../src/contract/table.ts'

/** A list's default request with the test's changes. */
export function listBody<const Changed extends object>(changed: Changed) {
  return { perPage: 50, currentPage: 1, sortBy: 'id', sortDesc: true, filters: noFilters, ...changed } as const
}

export const noFilters: ChosenFilter[] = []

/** The same without a client, such as for an answer that is read piece by piece. */
export function listForm(changed: object): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(listBody(changed))) form.append(key, key === 'filters' ? JSON.stringify(value) : String(value))
  return form
}

/** The filter with this name and a selected value. */
export function chosen(init: { filters: { position: number; name: string }[] }, name: string, selectedValue: string): ChosenFilter[] {
  const filter = init.filters.find((one) => one.name === name)
  if (filter === undefined) throw new Error(`no filter ${name}`)
  return [{ position: filter.position, selectedValue }]
}
