/** Writes .xlsx files in threads of their own, as bytes that are sent while they are written. Knows no entity and no HTTP. */
import { signalOfRequest } from '../config/requestScope.ts'
import { createTurns } from '../limits/turns.ts'
import { inThread } from '../threads/inThread.ts'
import type { Cell, Sheet, SheetThread } from './sheetThread.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A thread takes some 40 MB, however long its sheet is: together they stay far below 400 MB. */
const inTurn = createTurns({ atOnceMax: 4, ofOneMax: 2, waitingMax: 8 })
/** The time includes a long download: a client that reads slowly must not keep a thread for ever. */
const limits = { timeoutMs: 10 * 60_000, heapMaxMb: 64 }
/** Ahead of the reader: as much as 70,000 rows, so that hardly any thread waits for a slow client. */
const bufferMaxBytes = 4 * 1024 * 1024
/** A client that has stopped reading keeps a thread from others. */
const readerPauseMaxMs = 30_000

type Pages = AsyncIterable<readonly Cell[][]>

export async function* cellPages<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<readonly Cell[][]> {
  for await (const page of pages) yield page.map(toCells)
}

/**
 * When it is the account's turn, unless its client has gone. Resolves with the file as soon as its first page is written; further pages are
 * asked for while the reader keeps up. If one fails then, the stream fails: a client sees a broken download, never half a file. Throws
 * `service.unavailable.error` if too many are waiting.
 */
export async function streamSheet(account: number, sheet: Sheet, pages: Pages) {
  return { mediaType, readerPauseMaxMs, content: await write(account, sheet, pages) }
}

function write(account: number, sheet: Sheet, pages: Pages): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const buffer = new ByteLengthQueuingStrategy({ highWaterMark: bufferMaxBytes })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, buffer)
    const writer = writable.getWriter()

    async function work(): Promise<void> {
      await inThread<SheetThread, void>('sheets/sheetThread.ts', limits, async (thread) => {
        await thread.start(sheet)
        for await (const page of pages) await send(await thread.add(page))
        await send(await thread.end())
      })
      await writer.close()
    }

    function send(bytes: Uint8Array): Promise<void> {
      resolve(readable)
      return writer.write(bytes)
    }

    inTurn(account, work, signalOfRequest()).catch((error: unknown) => {
      // Null once the reader has gone, which is no failure.
      if (writer.desiredSize === null) return
      // Does nothing once the first page is written.
      reject(error)
      writer.abort(error).catch(() => undefined)
    })
  })
}
