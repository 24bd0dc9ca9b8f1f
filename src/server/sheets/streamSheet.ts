/** Writes .xlsx files in threads of their own, as bytes that are sent while they are written. Knows no entity and no HTTP. */
import { createSlots } from '../limits/slots.ts'
import { inThread } from '../threads/inThread.ts'
import type { Cell, Sheet, SheetThread } from './sheetThread.ts'

export const sheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A thread takes some 40 MB, however long its sheet is: together they stay far below 400 MB. */
const inSlot = createSlots({ atOnceMax: 4, waitingMax: 8 })
/** The time includes a long download: a client that stops reading must not keep a thread for ever. */
const limits = { timeoutMs: 10 * 60_000, heapMaxMb: 64 }
/** Ahead of the reader: as much as 70,000 rows, so that hardly any thread waits for a slow client. */
const bufferMaxBytes = 4 * 1024 * 1024

type Pages = AsyncIterable<readonly Cell[][]>

export async function* cellPages<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<readonly Cell[][]> {
  for await (const page of pages) yield page.map(toCells)
}

/**
 * Resolves with the file as soon as its first page is written; further pages are asked for while the reader keeps up. If one fails then, the
 * stream fails: a client sees a broken download, never half a file. Throws `service.unavailable.error` if too many are waiting.
 */
export function streamSheet(sheet: Sheet, pages: Pages): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const buffer = new ByteLengthQueuingStrategy({ highWaterMark: bufferMaxBytes })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, buffer)
    const writer = writable.getWriter()

    async function write(): Promise<void> {
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

    inSlot(write).catch((error: unknown) => {
      // Null once the reader has gone, which is no failure.
      if (writer.desiredSize === null) return
      // Does nothing once the first page is written.
      reject(error)
      writer.abort(error).catch(() => undefined)
    })
  })
}
