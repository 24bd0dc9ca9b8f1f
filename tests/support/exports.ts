/** Exported files of lists, as requests and as they are read back. */
import { parse } from 'csv-parse/sync'
import type { ChosenFilter, ExportFormat } from '../../src/contract/table.ts'
import { columnsOf, type ExportedEntity } from './exportedColumns.ts'

type Changed = { readonly format?: ExportFormat; readonly filters?: ChosenFilter[]; readonly search?: string; readonly title?: string }

/** The request for all columns of a list; each header is the column's name in capitals. */
export function exportOf(list: ExportedEntity, changed: Changed) {
  const columns = columnsOf(list).map((id) => ({ id, header: id.toUpperCase() }))
  return { format: 'csv', title: 'My list', filters: [], columns, ...changed } as const
}

/** A .csv as a library reads it that has not written it: its header, and the cells below. */
export async function readCsv(response: Response, delimiter = ','): Promise<{ header: string[]; rows: string[][] }> {
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  if (!text.startsWith('\uFEFF')) throw new Error('no byte order mark')
  const [header = [], ...rows] = parse(text, { bom: true, delimiter })
  return { header, rows }
}
