import { expect, it } from 'vitest'
import { readTableState, tableSearch } from './tableState.ts'

it('puts only values other than the defaults into the address [T320]', () => {
  const untouched = readTableState({})
  expect(untouched).toEqual({ search: '', searchSerial: '', sortBy: 'id', sortDesc: true, currentPage: 1, perPage: 50, filters: {} })
  expect(tableSearch(untouched)).toEqual({})
  const chosen = { ...untouched, search: 'é', sortBy: 'name', currentPage: 3, filters: { role: 'ROLE_BE', deleted: '' } }
  expect(tableSearch(chosen)).toEqual({ search: 'é', sortBy: 'name', currentPage: 3, filters: { role: 'ROLE_BE' } })
  expect(readTableState(tableSearch(chosen))).toEqual({ ...chosen, filters: { role: 'ROLE_BE' } })
})

it('shows the default list for an invalid address', () => {
  const rubbish = { search: ['x'], sortBy: null, sortDesc: 'x', currentPage: -1, perPage: 51, filters: [1], more: {} }
  expect(tableSearch(readTableState(rubbish))).toEqual({})
})
