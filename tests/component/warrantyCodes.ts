/** Answers about warranty codes for component tests. */
import type { OfferedFilter } from '../../src/contract/table.ts'
import type { CodeBatch, WarrantyCodeRow } from '../../src/contract/warrantyCode.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownUser } from './records.ts'

/** Those of the server, in its order. */
export const codeFilters: OfferedFilter[] = [
  { position: 0, selectedValue: '', name: 'startDate', kind: 'dateRange', options: [] },
  { position: 1, selectedValue: '', name: 'endDate', kind: 'dateRange', options: [] },
  ...['used', 'gifted'].map((name, index) => ({
    position: 2 + index,
    selectedValue: '',
    name,
    kind: 'select' as const,
    options: ['true', 'false'].map((id) => ({ id, tostring: id })),
  })),
]
const nothing = {
  product: null,
  serial: null,
  startDateStr: '',
  endDateStr: '',
  startDate: null,
  endDate: null,
  user: null,
  accessory: null,
}
export const unusedCode: WarrantyCodeRow = { id: 1, code: 'DEMO2026COIL00000001', used: false, isVoid: false, gifted: true, ...nothing }
const claimedCode: WarrantyCodeRow = {
  id: 2,
  code: '222222222222222227',
  used: true,
  isVoid: false,
  gifted: false,
  product: 'WS6 Master',
  serial: '11 A0 00 01',
  startDateStr: '21/11/2031',
  endDateStr: '21/11/2036',
  startDate: '2031-11-21T00:00:00.000Z',
  endDate: '2036-11-21T00:00:00.000Z',
  user: { id: 4, tostring: 'Marc Delaunay' },
  accessory: { id: 1, tostring: '11 A0 00 01' },
}
export const codeBatch: CodeBatch = {
  id: 12,
  createdAt: '2026-11-20T10:00:00.000Z',
  nbCode: 1_000,
  nbUsed: 7,
  isGifted: true,
  user: { id: 1, tostring: 'Ann Admin' },
  note: '',
  recall: null,
}

export const fileOf = (text: string, name: string) =>
  new Response(text, { headers: { 'Content-Disposition': `attachment; filename="x"; filename*=UTF-8''${name}` } })

/** A list of two codes, and a batch. */
export function codeCalls(others: FakeCalls['warrantyCode'] = {}): FakeCalls {
  return {
    warrantyCode: {
      ...fakeTable(() => [unusedCode, claimedCode], {
        allowed: { create: true, edit: false, remove: false },
        filters: codeFilters,
        fits: (row, filter, chosen) => filter !== 'used' || String(row.used) === chosen,
      }),
      generateCode: ({ body: { nbCode } }) => fileOf(`${nbCode} codes`, 'new-codes.xlsx'),
      downloadExcelCodes: () => fileOf('the list', 'codes.xlsx'),
      getBatches: () => [codeBatch],
      downloadBatch: ({ params: { id } }) => fileOf(`batch ${id}`, 'batch.xlsx'),
      ...others,
    },
    user: { get: () => shownUser() },
  }
}
