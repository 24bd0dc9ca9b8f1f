/**
 * The two calls of a list (contract/table.ts) over rows in memory: searched in any of their texts, sorted, and cut into pages. A search by
 * serial number finds what `hasSerial` says.
 */
import type { ListRequest, OfferedFilter, TableInit } from '../../src/contract/table.ts'

type Options<Row> = {
  readonly allowed?: TableInit['allowed']
  readonly filters?: readonly OfferedFilter[]
  /** Whether a row matches the chosen value of a filter. */
  readonly fits?: (row: Row, filter: string, chosen: string) => boolean
  /** Whether a row belongs to this serial number. */
  readonly hasSerial?: (row: Row, serialNumber: string) => boolean
}

const everythingAllowed = { create: true, edit: true, remove: true } as const

/** `rows` is called for each request, so that a test can change the rows in between. */
export function fakeTable<Row extends { readonly id: number }>(
  rows: () => readonly Row[],
  { allowed = everythingAllowed, filters = [], fits = () => true, hasSerial = () => false }: Options<Row> = {},
) {
  function find({ search = '', searchSerial = '', sortBy, sortDesc, filters: chosen, perPage, currentPage }: ListRequest) {
    const words = search.toLowerCase().split(/\s+/)
    const isWanted = (row: Row) => words.every((word) => Object.values(row).join(' ').toLowerCase().includes(word))
    const isOfSerial = (row: Row) => searchSerial === '' || hasSerial(row, searchSerial)
    const isChosen = (row: Row) =>
      chosen.every(({ position, selectedValue }) => selectedValue === '' || fits(row, filters[position]?.name ?? '', selectedValue))
    const valueOf = (row: Row) => Object.entries(row).find(([name]) => name === sortBy)?.[1]
    const found = rows()
      .filter((row) => isWanted(row) && isOfSerial(row) && isChosen(row))
      .toSorted((one, other) => (sortDesc ? -1 : 1) * compare(valueOf(one), valueOf(other)))
    return { items: found.slice((currentPage - 1) * perPage, currentPage * perPage), totalRows: found.length }
  }
  return {
    initB122Table: () => ({ totalCount: rows().length, filters: [...filters], allowed }),
    getB122TableResults: ({ body }: { body: ListRequest }) => find(body),
  }
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other))
}

/** The filter that every list of records has. */
export const deletedFilter: OfferedFilter = {
  position: 0,
  selectedValue: '',
  name: 'deleted',
  kind: 'select',
  options: [{ id: 'true', tostring: 'true' }],
}
