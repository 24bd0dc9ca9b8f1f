/** What every test of a list asks for. */
import type { ChosenFilter } from '../../src/contract/table.ts'

/** The request of a list that nobody has changed, and what the test changes in it. */
export function listBody<const Changed extends object>(changed: Changed) {
  return { perPage: 50, currentPage: 1, sortBy: 'id', sortDesc: true, filters: noFilters, ...changed } as const
}

const noFilters: ChosenFilter[] = []

/** The filter of this name, with something chosen in it. */
export function chosen(init: { filters: { position: number; name: string }[] }, name: string, selectedValue: string): ChosenFilter[] {
  const filter = init.filters.find((one) => one.name === name)
  if (filter === undefined) throw new Error(`no filter ${name}`)
  return [{ position: filter.position, selectedValue }]
}
