/**
 * docs/specification.md against the code: each row names a test that is there, and calls, paths, fields, messages and constants are those
 * of the product. That a test shows what its row says, a person has to see.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '../src/app/api/errorMessages.ts'
import { weekStartsOn } from '../src/app/i18n/calendarDay.ts'
import { access } from '../src/app/session/screens.ts'
import { contract } from '../src/contract/contract.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { purchaseProofTypes } from '../src/contract/purchaseProof.ts'
import * as rules from '../src/contract/rules.ts'
import { tableDefaults, tableRefreshMs } from '../src/contract/table.ts'
import { renewalDurations } from '../src/contract/userStaff.ts'
import * as frames from '../src/device/protocol/frames.ts'

const path = 'docs/specification.md'

type Row = { readonly section: string; readonly cells: readonly string[] }

/** The rows of all tables, without their headings. A bar within a cell is written `\|`. */
function rowsOf(text: string): Row[] {
  let section = ''
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    section = /^## (?:\d+\. )?(.+)$/.exec(line)?.[1] ?? section
    const cells = /^\|(.+)\|$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    if (cells !== undefined && cells.at(-1) !== 'Test' && !cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push({ section, cells })
  }
  return rows
}

const rows = rowsOf(readFileSync(path, 'utf8'))
const inSection = (name: string) => rows.filter(({ section }) => section === name)
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const quotesIn = (cell = '') => [...cell.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote)

/** `path` "part of a title", as often as a row has it. */
function testsIn(cell: string) {
  return [...cell.matchAll(/`((?:src|tests|workers)\/[^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }))
}

const fileTexts = new Map<string, string | null>()
function textOf(file: string): string | null {
  if (!fileTexts.has(file)) fileTexts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null)
  return fileTexts.get(file) ?? null
}

/** What is wrong with the tests of a row. */
function faultsOf({ cells }: Row): string[] {
  const about = cells[0] ?? ''
  const last = cells.at(-1) ?? ''
  const tests = testsIn(last)
  if (tests.length === 0) return [`${about}: no test`]
  const rest = testsIn(last).reduce((text, { file, title }) => text.replace(`\`${file}\` "${title}"`, ''), last)
  const readable = /^[,\s]*$/.test(rest) ? [] : [`${about}: cannot read ${rest}`]
  return [
    ...readable,
    ...tests.flatMap(({ file, title }) => {
      if (!/\.(?:test|spec)\.tsx?$/.test(file)) return [`${about}: ${file} is no test`]
      const text = textOf(file)
      if (text === null) return [`${about}: no file ${file}`]
      return text.includes(title) ? [] : [`${about}: no "${title}" in ${file}`]
    }),
  ]
}

describe('each row of the specification', () => {
  it('names tests that are there', () => {
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.flatMap(faultsOf)).toEqual([])
  })
})

describe('the page has all that the product has, and nothing else, of', () => {
  it('calls', () => {
    const calls = Object.values(contract).flatMap((entity) =>
      Object.values(entity).map(({ method, path: callPath }: Endpoint) => `${method} ${callPath}`),
    )
    const listed = inSection('Calls').flatMap(({ cells }) => codesIn(cells[0]).filter((code) => /^[A-Z]+ \//.test(code)))
    expect(listed.toSorted()).toEqual(calls.toSorted())
  })

  it('paths', () => {
    const own = [...(textOf('src/app/routes/routes.tsx') ?? '').matchAll(/^ {2}path: '(\/[^']+)'/gm)].map(([, route = '']) => route)
    expect(own).toContain('/demoMailbox')
    const listed = inSection('Screens and routes').flatMap(({ cells }) => codesIn(cells[0]).filter((code) => code.startsWith('/')))
    expect(listed.toSorted()).toEqual([...Object.keys(access), ...own].toSorted())
  })
})

it('each field stands in the contract', () => {
  const texts = readdirSync('src/contract')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => textOf(`src/contract/${name}`) ?? '')
  const fields = new Set(inSection('Entities and fields').flatMap(({ cells }) => codesIn(cells[1])))
  expect(fields.size).toBeGreaterThan(80)
  const isDeclared = (field: string) => texts.some((text) => new RegExp(`(?:^|[{,(]) *${field}(?:[:,]| })`, 'm').test(text))
  expect([...fields].filter((field) => !isDeclared(field))).toEqual([])
})

describe('each message', () => {
  const catalogues = ['locales/en.po', 'locales/fr.po'].map((file) => (textOf(file) ?? '').replaceAll('\u00A0', ' ')).join('\n')

  it('is one of the product, word for word', () => {
    const quoted = inSection('Messages').flatMap(({ cells }) => quotesIn(cells[1]))
    expect(quoted.length).toBeGreaterThan(40)
    expect(quoted.filter((text) => !new RegExp(`^msg(?:id|str) "${escaped(text)}"$`, 'm').test(catalogues))).toEqual([])
  })

  it('belongs to its code', () => {
    const ofCodes = inSection('Messages').flatMap(({ cells }) => {
      const code = codesIn(cells[0]).find((one) => one in errorMessages)
      return code === undefined ? [] : [{ code, text: quotesIn(cells[1])[0] }]
    })
    expect(ofCodes.length).toBeGreaterThan(20)
    const messages: Readonly<Record<string, { readonly message?: string | undefined }>> = errorMessages
    expect(ofCodes).toEqual(ofCodes.map(({ code }) => ({ code, text: messages[code]?.message })))
  })
})

it('each constant has the value that the product uses', () => {
  const values: Readonly<Record<string, unknown>> = {
    ...rules,
    ...frames,
    tableDefaults,
    tableRefreshMs,
    renewalDurations,
    purchaseProofTypes,
    weekStartsOn,
  }
  const listed = inSection('Constants').map(({ cells: [name, value = ''] }) => [codesIn(name)[0] ?? '', asJson(value)])
  expect(listed.length).toBeGreaterThan(25)
  expect(listed).toEqual(listed.map(([name = '']) => [name, JSON.stringify(values[name])]))
})

/** JSON as JavaScript would write it: keys without quotes, texts in single ones. */
function asJson(value: string): string {
  return value
    .replaceAll(/([{,] ?)(\w+):/g, '$1"$2":')
    .replaceAll("'", '"')
    .replaceAll(/([[{,:]) | (?=[\]}])/g, '$1')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
