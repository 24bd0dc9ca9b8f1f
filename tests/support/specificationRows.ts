/** The tables of docs/specification.md. A row's last cell cites tests: `T12 "its title"`, where the test's title ends in `[T12]`. */
import { readFileSync } from 'node:fs'

export type SpecificationRow = { readonly section: string; readonly cells: readonly string[] }
export type CitedTest = { readonly id: string; readonly title: string }

/** The rows of all tables, without their headings. A bar within a cell is written `\|`. */
export function readSpecificationRows(): SpecificationRow[] {
  let section = ''
  const rows: SpecificationRow[] = []
  for (const line of readFileSync('docs/specification.md', 'utf8').split('\n')) {
    section = /^## (?:\d+\. )?(.+)$/.exec(line)?.[1] ?? section
    const cells = /^\|(.+)\|$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    if (cells !== undefined && cells.at(-1) !== 'Test' && !cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push({ section, cells })
  }
  return rows
}

/** The tests that a row cites, and what else stands in its last cell. */
export function citedTests({ cells }: SpecificationRow): { readonly tests: readonly CitedTest[]; readonly rest: string } {
  const last = cells.at(-1) ?? ''
  const cited = /\b(T\d+) "([^"]+)"/g
  return {
    tests: [...last.matchAll(cited)].map(([, id = '', title = '']) => ({ id, title })),
    rest: last.replaceAll(cited, '').replaceAll(/[,\s]/g, ''),
  }
}

/** The ids at the end of a title, and of the titles around it: a table's row may bring one, and its test another. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\[(T\d+)\]/g)].map(([, id = '']) => id)
}

/** A line for each row that cites a test which is not among these. `names`: full names of tests, or texts that have them. */
export function rowsWithoutTest(rows: readonly SpecificationRow[], names: readonly string[], fault = 'did not run'): string[] {
  const known = new Set(names.flatMap(idsIn))
  return rows.flatMap((row) => {
    const missing = citedTests(row).tests.filter(({ id }) => !known.has(id))
    return missing.map(({ id, title }) => `${row.section}: ${row.cells[0] ?? ''}: ${id} "${title}" ${fault}`)
  })
}
