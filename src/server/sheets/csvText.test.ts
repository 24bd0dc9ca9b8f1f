import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvText, type Delimiter } from './csvText.ts'
import type { Cell } from './sheetThread.ts'

async function textOf(header: readonly string[], rows: readonly Cell[][], delimiter: Delimiter = ','): Promise<string> {
  async function* pages() {
    for (const row of rows) yield [row]
  }
  return (await Array.fromAsync(csvText(header, pages(), delimiter))).join('')
}

/** Whether a spreadsheet would read it as a formula. */
const isFormula = (text: string) => /^[=+\-@＝＋－＠\t\r]/.test(text)
/** Without the apostrophes that are added, and those that somebody has typed at the same places. */
const withoutApostrophes = (text: string) => text.replaceAll(/(^|[,;\t\r\n])'(?=[=+\-@＝＋－＠])/g, '$1')
const rowOf = fc.array(
  fc.string({ unit: fc.constantFrom('=', '＝', '＠', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", '|', ' ', 'a', 'é') }),
  {
    minLength: 3,
    maxLength: 3,
  },
)

it('a .csv file reads back as it was written, whatever its texts, and none of them is a formula [T810]', async () => {
  await fc.assert(
    fc.asyncProperty(rowOf, fc.array(rowOf), fc.constantFrom(',' as const, ';' as const), async (header, rows, delimiter) => {
      const text = await textOf(header, rows, delimiter)
      const read: string[][] = parse(text, { bom: true, delimiter, record_delimiter: '\r\n' })
      const written = [header, ...rows]
      expect(read).toHaveLength(written.length)
      for (const [at, cells] of written.entries()) {
        for (const [column, cell] of cells.entries()) {
          const found = read[at]?.[column] ?? ''
          expect(isFormula(found)).toBe(false)
          // More gets an apostrophe than must have one.
          const plain = withoutApostrophes(cell)
          expect([plain, `'${plain}`]).toContain(withoutApostrophes(found))
        }
      }
    }),
  )
})

it('is no formula where a spreadsheet of another language splits the line', async () => {
  for (const [delimiter, other] of [
    [',', ';'],
    [';', ','],
  ] as const) {
    const text = await textOf(['a', 'b'], [['Ada', `x${other}=HYPERLINK("https://evil.example")`]], delimiter)
    const cells = text
      .slice(1)
      .split(/\r\n/)
      .flatMap((line) => line.split(other))
    expect(cells.filter(isFormula)).toEqual([])
  }
})

it('holds numbers, instants, yes and no as programs read them', async () => {
  const rows = [[-1.5, new Date('2026-11-21T10:00:00.000Z'), true, null]]
  expect(await textOf(['a', 'b', 'c', 'd'], rows)).toBe('\uFEFFa,b,c,d\r\n-1.5,2026-11-21T10:00:00.000Z,true,\r\n')
})

it('has its header where there are no rows', async () => {
  expect(await textOf(['a', '=b'], [])).toBe("\uFEFFa,'=b\r\n")
})
