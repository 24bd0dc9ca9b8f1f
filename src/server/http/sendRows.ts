/**
 * Sends all rows of a list as one JSON answer, `{ items, totalRows }`, of which the server never holds more than a page: the next page is
 * read when the connection has taken the one before. Knows no list and no rights.
 */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { RowPages } from '../records/rowPages.ts'
import { logError } from './sendError.ts'

type Sending = {
  readonly log: Logger
  /** Throws if the caller may no longer read the rows. Called before each page but the first. */
  readonly assertMayRead: () => Promise<void>
}

/**
 * A failure on the first page is thrown, for an ordinary error response. A later one breaks the connection, because the status is on its way:
 * HTTP shows the client that the answer is incomplete, and what has arrived is no valid JSON.
 */
export async function sendRows(c: Context, response: v.GenericSchema, { pages }: RowPages<unknown>, sending: Sending): Promise<Response> {
  const pieces = piecesOf(response, pages, sending)
  const first = await pieces.next()
  c.header('Content-Type', 'application/json')
  return c.body(ReadableStream.from(encoded(c, first, pieces, sending.log)))
}

async function* piecesOf(response: v.GenericSchema, pages: AsyncIterable<readonly unknown[]>, { assertMayRead }: Sending) {
  let totalRows = 0
  for await (const page of pages) {
    if (totalRows > 0) await assertMayRead()
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

/** Ends when the client is gone; then no further page is read. */
async function* encoded(
  c: Context,
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
  log: Logger,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true) yield Buffer.from(first.value)
    for await (const piece of rest) yield Buffer.from(piece)
  } catch (thrown) {
    logError(c, thrown, log)
    // oxlint-disable-next-line preserve-caught-error -- the HTTP library prints it, and its cause may contain the parameters of a query
    throw new Error('an answer could not be completed')
  }
}
