/** docs/import.md names each column of each kind of file, and says rightly which are required. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importKinds } from '../src/server/import/findSources.ts'

const page = readFileSync('docs/import.md', 'utf8')

describe.each(importKinds)('$name', ({ name, columns }) => {
  const section = page.split(/^##+ /m).find((part) => part.startsWith(`${name}.csv\n`)) ?? ''
  const firstCells = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell)
  const named = firstCells.flatMap((cell) => Array.from(cell.matchAll(/(\*\*)?`(\w+)`/g)))

  it('has its columns on the page', () => {
    const required = named.filter(([, bold]) => bold !== undefined).map(([, , column]) => column)
    const optional = named.filter(([, bold]) => bold === undefined).map(([, , column]) => column)
    expect(new Set(required)).toEqual(new Set(columns.required))
    expect(new Set(optional)).toEqual(new Set(columns.optional))
  })

  it('has an example with columns of the page', () => {
    const [header = ''] = readFileSync(`tests/import/${name}.csv`, 'utf8').split('\n')
    for (const column of header.split(/[,;]/)) expect([...columns.required, ...columns.optional]).toContain(column)
  })
})
