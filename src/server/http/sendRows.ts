/** Sends all rows of a list as one JSON answer, `{ items, totalRows }`, of which the server never holds more than a page. Knows no list and no rights. */
import type { Context } from 'hono'
import * as v from 'valibot'
import type { RowPages } from '../records/rowPages.ts'
import { begun, type Sending, streamBody } from './streamBody.ts'

/** A failure on the first page is thrown, for an ordinary error response. */
export async function sendRows(c: Context, response: v.GenericSchema, { pages }: RowPages<unknown>, sending: Sending): Promise<Response> {
  const pieces = await begun(piecesOf(response, pages))
  c.header('Content-Type', 'application/json')
  return c.body(streamBody(c, pieces, sending))
}

async function* piecesOf(response: v.GenericSchema, pages: RowPages<unknown>['pages']): AsyncGenerator<string, void> {
  let totalRows = 0
  for await (const page of pages) {
    if (page.length === 0) continue
    yield `${totalRows === 0 ? '{"items":[' : ','}${cut(response, page)
      .map((row) => JSON.stringify(row))
      .join(',')}`
    totalRows += page.length
  }
  yield `${totalRows === 0 ? '{"items":[' : ''}],"totalRows":${totalRows}}`
}

/** Reduces rows to the contract's fields, as mount.ts does with other answers: each page is cut as if it were the whole list. */
function cut(response: v.GenericSchema, page: readonly unknown[]): readonly unknown[] {
  const { items } = v.parse(response, { items: page, totalRows: page.length }) as { items: unknown[] } // the shape of `tableCalls`
  return items
}
