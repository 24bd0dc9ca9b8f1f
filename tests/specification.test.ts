/**
 * docs/specification.md against the code: each row names a test that is there, and calls, paths, fields, messages and constants are those
 * of the product. That a test shows what its row says, a person has to see.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '../src/app/i18n/errorMessages.ts'
import { weekStartsOn } from '../src/app/i18n/calendarDay.ts'
import { access } from '../src/app/session/screens.ts'
import { contract } from '../src/contract/contract.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { purchaseProofTypes } from '../src/contract/purchaseProof.ts'
import * as rules from '../src/contract/rules.ts'
import { tableRefreshMs } from '../src/contract/table.ts'
import { renewalDurations } from '../src/contract/userStaff.ts'
import * as frames from '../src/device/protocol/frames.ts'
import * as hidReport from '../src/device/protocol/hidReport.ts'
import { citedTests, readSpecificationRows, rowsWithoutTest, type SpecificationRow } from './support/specificationRows.ts'

const rows = readSpecificationRows()
const inSection = (name: string) => rows.filter(({ section }) => section === name)
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const quotesIn = (cell = '') => [...cell.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote)

const fileTexts = new Map<string, string | null>()
function textOf(file: string): string | null {
  if (!fileTexts.has(file)) fileTexts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null)
  return fileTexts.get(file) ?? null
}

const testFiles = ['src', 'tests', 'workers'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** Each title in a test file that carries ids, for each of them. */
const titles = testFiles.flatMap((file) =>
  [...(textOf(file) ?? '').matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*?)((?: \[T\d+\])+)\1/g)].flatMap(([, , title = '', ids = '']) =>
    [...ids.matchAll(/T\d+/g)].map(([id]) => ({ title, id })),
  ),
)

/** What is wrong with the tests of a row. */
function faultsOf(row: SpecificationRow): string[] {
  const about = row.cells[0] ?? ''
  const { tests, rest } = citedTests(row)
  if (tests.length === 0) return [`${about}: no test`]
  return [
    ...(rest === '' ? [] : [`${about}: cannot read ${rest}`]),
    ...tests.flatMap(({ id, title }) => {
      const carriers = titles.filter((carrier) => carrier.id === id)
      if (carriers.length !== 1) return [`${about}: ${id} is carried by ${carriers.length} tests`]
      return carriers[0]?.title.includes(title) === true ? [] : [`${about}: ${id} is not "${title}"`]
    }),
  ]
}

// Whether they ran and passed is seen when all have run: tests/run.ts.
describe('each row of the specification', () => {
  it('names tests that are there', () => {
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.flatMap(faultsOf)).toEqual([])
  })

  it('is what the ids of tests stand for', () => {
    const cited = new Set(rows.flatMap((row) => citedTests(row).tests.map(({ id }) => id)))
    expect(titles.filter(({ id }) => !cited.has(id))).toEqual([])
  })
})

describe('a test that did not run', () => {
  const row = { section: 'Rules', cells: ['a rule', 'T1 "is kept", T2 "is said"'] }

  it('is told with its row', () => {
    expect(rowsWithoutTest([row], ['a file [T1] is kept, and [T2] is said'])).toEqual([])
    expect(rowsWithoutTest([row], ['a file [T1] is kept, and [T20] is said'])).toEqual(['Rules: a rule: T2 "is said" did not run'])
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
    ...hidReport,
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
