/** Dates that do not exist, at every place of the contract where one comes in: found in the schemas, so that the next one is held to it too. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { instant, typedDay } from '../../src/contract/fields.ts'
import { tableDefaults } from '../../src/contract/rules.ts'
import { isErrorCode } from '../../src/errors.ts'
import { productUpdates } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector, register } from '../support/coils.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const notOnTheCalendar = [
  '2026-02-31T10:00:00.000Z',
  '2026-02-29T10:00:00Z',
  '2025-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0050-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '-2026-01-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T10:00:00',
  '2026-01-01 10:00:00Z',
  '2026-01-01T10:00:00.123456789Z',
] as const

/** Mostly what looks like a date, often one that does not exist. */
const year = fc.constantFrom('0000', '0001', '0099', '0100', '1582', '1899', '1900', '2024', '2026', '9999', '10000', '-001', '+012026')
const two = fc.nat(33).map((number) => String(number).padStart(2, '0'))
const time = fc.oneof(
  fc.constantFrom(
    '',
    'T00:00:00Z',
    'T00:00:00.000Z',
    'T00:00Z',
    'T10:00:00.12Z',
    'T24:00:00Z',
    'T23:59:60Z',
    ' 10:00:00Z',
    'T10:00:00+01:00',
    'T',
  ),
  fc.tuple(two, two, two).map((parts) => `T${parts.join(':')}Z`),
)
const anyDate = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(year, two, two, time).map(([a, b, c, rest]) => `${a}-${b}-${c}${rest}`) },
  { weight: 3, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
)
const examples = [...notOnTheCalendar, ...notOnTheCalendar.map((text) => text.slice(0, 10))].map((text) => [text] as [string])

type Place = { readonly path: string; readonly schema: object }

/** Every schema in a request, with the path to it: "productUpdate.create.date". */
function schemasIn(schema: unknown, path: string): Place[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries = {}, pipe = [], wrapped, item, options = [] } = schema as Record<string, unknown>
  const inner = [pipe, options, wrapped, item].flat()
  const fields = Object.entries(Object(entries)).flatMap(([key, field]) => schemasIn(field, `${path}.${key}`))
  return [{ path, schema }, ...inner.flatMap((one) => schemasIn(one, path)), ...fields]
}

const places = contractCalls.flatMap(({ call, endpoint: { request, query, params } }) =>
  [request, query, params].flatMap((schema) => schemasIn(schema, call)),
)

const pathsOf = (isOne: (place: Place) => boolean) => [...new Set(places.filter(isOne).map(({ path }) => path))]
const isCalledDate = (path: string) => /(?:^d|D)ate$|At$|^since$|^until$/.test(path.split('.').at(-1) ?? '')

describe('the contract', () => {
  it('reads a date only as an instant or as a day that is typed', () => {
    const [instants, days] = [instant, typedDay].map((known) => pathsOf(({ schema }) => schema === known))
    expect(instants).toContain('productUpdate.create.date')
    expect(days).toContain('accessory.createOrUpdateUserAccessory.purchaseDate')
    const dates = new Set([instants, days].flat())
    expect(pathsOf(({ path }) => isCalledDate(path) && !dates.has(path))).toEqual([])
    // valibot's own take 31 February.
    expect(pathsOf(({ schema }) => 'type' in schema && String(schema.type).startsWith('iso_'))).toEqual([])
  })

  it('takes an instant only where it is the same when it is written again, and says 400 of any other', () => {
    fc.assert(
      fc.property(anyDate, (text) => {
        const { success, issues = [] } = v.safeParse(instant, text)
        // Without an error code: `request.invalid`.
        const isNamed = issues.some(({ message }) => isErrorCode(message))
        expect({ success, isNamed }).toEqual({ success: isSameWrittenAgain(text), isNamed: false })
      }),
      { numRuns: 3_000, examples },
    )
  })

  it('takes a day only where the calendar has it, and names the fault of any other', () => {
    fc.assert(
      fc.property(anyDate, (text) => {
        const day = text.trim().slice(0, 10)
        const { success, output, issues = [] } = v.safeParse(typedDay, text)
        const faults = new Set(['date.invalid.error', 'date.unknown.error', 'MandatoryField'])
        const isNamed = issues.every(({ message }) => faults.has(message))
        const isReal = isSameWrittenAgain(`${day}T00:00:00Z`) && output === day
        expect({ isTakenRightly: !success || isReal, isNamed }).toEqual({ isTakenRightly: true, isNamed: true })
      }),
      { numRuns: 3_000, examples },
    )
  })

  it.each([
    ['', 'MandatoryField'],
    ['today', 'date.invalid.error'],
    ['21/11/2026', 'date.invalid.error'],
    ['0001-01-01', 'date.invalid.error'],
    ['1899-12-31', 'date.invalid.error'],
    ['2026-11-21T10:00:00.000Z', 'date.invalid.error'],
    ['2026-02-30', 'date.unknown.error'],
    ['2026-13-01', 'date.unknown.error'],
  ])('says of the day %j that is typed: %s', (text, message) => {
    expect(v.safeParse(typedDay, text).issues?.[0]).toMatchObject({ message })
  })
})

/** By JavaScript's own calendar, and only in years that PostgreSQL gives back as they were. */
function isSameWrittenAgain(text: string): boolean {
  const [, toTheSecond = '', fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?Z$/.exec(text) ?? []
  const date = new Date(text)
  if (toTheSecond < '0100' || Number.isNaN(date.getTime())) return false
  return date.toISOString() === `${toTheSecond}.${fraction.padEnd(3, '0')}Z`
}

/** The status alone of a call that was answered, else the refusal. */
const outcomeOf = async (response: Response) => (response.ok ? { status: response.status } : failure(response))
const taken = { status: 200 }
const notUnderstood = { status: 400, message: 'request.invalid' }

serverOnPostgres((server) => {
  const [admin, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_CUSTOMER')
  let userProductId: number
  let firmwareId: number
  let coilId: number

  beforeAll(async () => {
    const productId = await addProduct(admin, { typeId: 6 })
    firmwareId = await addFirmware(admin, { productIds: [productId] })
    userProductId = await connectDetector(ada)
    coilId = (await register(ada)).id
  })

  const ask = (client: Client, path: string, fields: Record<string, unknown>) => {
    const body = new FormData()
    for (const [key, value] of Object.entries(fields)) body.append(key, String(value).toWellFormed())
    return server.request(path, { method: 'POST', body, headers: bearer(client) })
  }
  it('a report of an update says when it began, or is refused with 400 and not kept', { tags: 'rest' }, async () => {
    const { db } = server.context
    await fc.assert(
      fc.asyncProperty(anyDate, async (text) => {
        await db.delete(productUpdates)
        const isTaken = isSameWrittenAgain(text)
        const response = await ask(ada, '/productUpdate', { userProductId, firmwareId, date: text })
        expect(await outcomeOf(response)).toEqual(isTaken ? taken : notUnderstood)
        const listed = await ada.productUpdate.getProductUpdatesForUser()
        // The server bounds it to the past.
        const began = Math.min(Date.parse(text), server.context.clock().getTime())
        expect(listed.map(({ date }) => date)).toEqual(isTaken ? [new Date(began).toISOString()] : [])
      }),
      { numRuns: 80, examples },
    )
  })

  it('a purchase is of a day on the calendar, or is refused with 403 on its field and changes nothing', { tags: 'rest' }, async () => {
    const coil = { accessoryId: coilId, coilSerial: 'DATED1' }
    const bought = async () => (await ada.accessory.getUserAccessoriesForUser()).find(({ id }) => id === coilId)?.purchaseDate
    await fc.assert(
      fc.asyncProperty(anyDate, async (text) => {
        const before = await bought()
        const outcome = await outcomeOf(await ask(ada, '/accessory/createOrUpdateUserAccessory', { ...coil, purchaseDate: text }))
        const message = expect.stringMatching(/^(?:date\.(?:invalid|unknown|future)\.error|MandatoryField)$/)
        const isTaken = outcome.status === 200
        expect(outcome).toEqual(isTaken ? taken : { status: 403, message, invalidField: 'purchaseDate' })
        expect(await bought()).toBe(isTaken ? `${text.trim().slice(0, 10)}T00:00:00.000Z` : before)
      }),
      { numRuns: 80, examples: [...examples, ['2024-02-29'], ['2025-02-28T00:00:00Z']] },
    )
  })

  it('a list is filtered between instants on the calendar, or the filter is refused with 400', { tags: 'rest' }, async () => {
    const lists = Object.entries(contract).flatMap(([entity, calls]) => ('initB122Table' in calls ? [entity] : []))
    const filtered: string[] = []
    for (const entity of lists) {
      const init = await server.request(`/${entity}/initB122Table`, { headers: bearer(admin) })
      const { filters } = (await init.json()) as { filters: { position: number; kind: string }[] }
      for (const { position } of filters.filter(({ kind }) => kind === 'dateRange')) {
        filtered.push(entity)
        await fc.assert(
          fc.asyncProperty(anyDate, fc.boolean(), async (text, isEnd) => {
            fc.pre(text !== '' && !text.includes('/'))
            const chosen = [{ position, selectedValue: isEnd ? `/${text}` : `${text}/` }]
            const response = await ask(admin, `/${entity}/getB122TableResults`, { ...tableDefaults, filters: JSON.stringify(chosen) })
            expect(await outcomeOf(response)).toEqual(isSameWrittenAgain(text) ? taken : notUnderstood)
          }),
          { numRuns: 60, examples: examples.map(([text]) => [text, false]) },
        )
      }
    }
    expect(filtered).toEqual(expect.arrayContaining(['user', 'firmware']))
  })
})
