import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import type { Cell, Sheet } from './sheetThread.ts'
import { streamSheet as stream } from './streamSheet.ts'

const streamSheet = async (pages: AsyncIterable<readonly Cell[][]>, account = 1) => (await stream(account, sheet, pages)).content

const sheet: Sheet = {
  name: 'Codes',
  columns: [
    { header: 'Texte', widthCharacters: 12 },
    { header: 'Nombre', widthCharacters: 30 },
    { header: 'Jour', widthCharacters: 8, isDate: true },
    { header: 'Oui', widthCharacters: 9 },
  ],
}

async function* pagesOf(...pages: readonly (readonly Cell[][])[]): AsyncGenerator<readonly Cell[][]> {
  for (const page of pages) yield page
}
const bytesOf = async (...pages: readonly (readonly Cell[][])[]) => download(await streamSheet(pagesOf(...pages)))
const download = async (file: ReadableStream<Uint8Array>) => Buffer.from(await new Response(file).arrayBuffer())
const day = new Date('2026-11-21T00:00:00.000Z')

/** The file's cells as another library reads them, without the header. */
async function readBack(...rows: readonly Cell[][]): Promise<unknown[][]> {
  const [first] = await readXlsx(await bytesOf(rows), { trim: false })
  const [, ...read] = first?.data ?? []
  return read
}

/** Threads start from sources here, which takes long on a busy machine. */
describe('a sheet', () => {
  it('holds texts, numbers, days and yes or no as what they are', async () => {
    const rows: Cell[][] = [
      ['été & <b>"x"</b>', 1.5, day, true],
      ['', 0, null, false],
      ['0012', -3, new Date('2024-02-29T00:00:00.000Z'), null],
    ]
    expect(await readBack(...rows)).toEqual([rows[0], [null, ...(rows[1]?.slice(1) ?? [])], rows[2]])
  })

  it('keeps texts that look like formulas, escapes or markup', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '=cmd|x!A1', '_x0041_', 'a\r\nb', 'bad \u0001 sign', ' spaces ']
    const rows = texts.map((text): Cell[] => [text, null, null, null])
    expect(await readBack(...rows)).toEqual(rows)
    const parts = unzipSync(await bytesOf(rows))
    expect(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])).not.toMatch(/<f[ >/]/)
  })

  it('has a header that stays, and columns of their widths', async () => {
    const file = await bytesOf()
    const [first] = await readXlsx(file)
    expect(first).toEqual({ sheet: 'Codes', data: [sheet.columns.map(({ header }) => header)] })
    const xml = new TextDecoder().decode(unzipSync(file)['xl/worksheets/sheet1.xml'])
    expect(xml).toMatch(/<pane ySplit="1" topLeftCell="A2" state="frozen"/)
    expect([...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([12, 30, 8, 9])
  })

  it('is complete and in order, however many pages it comes in', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index): Cell[] => [`row ${index}`, index, day, index % 2 === 0])
    const pages = Array.from({ length: 30 }, (_, index) => rows.slice(index * 100, (index + 1) * 100))
    const [first] = await readXlsx(await bytesOf(...pages))
    expect(first?.data.slice(1)).toEqual(rows)
  })
})

const randomBytesOfPage = 20 * 15_000

/** Pages for ever, whose texts cannot be compressed below `randomBytesOfPage`; `ended` resolves when nobody wants more. */
function endless(): { pages: AsyncGenerator<Cell[][]>; ended: Promise<void>; asked: () => number } {
  let asked = 0
  let end: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  async function* generate(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        asked += 1
        yield Array.from({ length: 20 }, (): Cell[] => [randomBytes(15_000).toString('hex'), asked, day, true])
      }
    } finally {
      end()
    }
  }
  return { pages: generate(), ended, asked: () => asked }
}

async function* failing(goodPages: number): AsyncGenerator<Cell[][]> {
  const { pages } = endless()
  for (let page = 0; page < goodPages; page += 1) yield (await pages.next()).value
  throw new Error('the database is gone')
}

describe('while a sheet is read', () => {
  it('keeps a few megabytes ahead of its reader, and ends once the reader has gone', async () => {
    const { pages, ended, asked } = endless()
    const reader = (await streamSheet(pages)).getReader()
    const aheadMaxBytes = 6 * 1024 * 1024
    for (let read = 0; read < 4 * aheadMaxBytes;) {
      read += (await reader.read()).value?.length ?? Infinity
      expect(asked() * randomBytesOfPage - read).toBeLessThan(aheadMaxBytes)
    }
    await reader.cancel()
    await ended
  })

  it('fails at once where the first page fails, so that the request can be refused', async () => {
    await expect(streamSheet(failing(0))).rejects.toThrow('the database is gone')
  })

  it('breaks off where a later page fails, so that half a file is never taken for all of it', async () => {
    await expect(download(await streamSheet(failing(40)))).rejects.toThrow('the database is gone')
  })

  it('writes four at once, two of one account, lets eight wait, and refuses more to the account that has most of them', async () => {
    const running = await Promise.all([1, 1, 2].map((account) => streamSheet(endless().pages, account)))
    const waiting = Array.from({ length: 8 }, async () => bytesOf())
    await expect(bytesOf()).rejects.toThrow('service.unavailable.error')
    running.push(await streamSheet(endless().pages, 2))
    const other = streamSheet(endless().pages, 3)
    await expect(waiting.pop()).rejects.toThrow('service.unavailable.error')
    await Promise.all(running.map((file) => file.cancel()))
    await (await other).cancel()
    const files = await Promise.all(waiting)
    expect(files.every(({ length }) => length > 1_000)).toBe(true)
  })
})
