// @module-tag rest
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { rebuildUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { users } from '../../src/server/db/tables.ts'
import { chosen, listBody } from '../support/lists.ts'
import { readRows } from '../support/readRows.ts'
import { recordSql } from '../support/recordSql.ts'
import { postgresServer, signedIn } from '../support/servers.ts'

/** Those that a maker has a million of. */
const large = [
  'users',
  'subscriptions',
  'user_products',
  'accessories',
  'product_updates',
  'audit_entries',
  'security_events',
  'warranty_codes',
]
const people = 20_000
const events = 60_000
const codes = 60_000
/** More than any page, search or filter below needs to look at, and far less than there is. */
const few = 4_000

const server = postgresServer()
const [admin] = signedIn(server, 'ROLE_ADMIN')
let someone: { id: number; serial: string }

beforeAll(async () => {
  const { db, storage } = server.context
  await seedMany(db, storage, people, () => undefined)
  await rebuildUpdateCounts(db)
  await db.execute(sql`
    insert into security_events (kind, user_id, actor_id, address, reason, first_at, last_at)
    select (array['signIn', 'signIn', 'signOut', 'signInRefused'])[1 + number % 4], ids.first + number % ${people}::int,
      case when number % 90 = 0 then ids.first + number % 7 end, concat_ws('.', 1 + number % 223, number % 251, number % 241, number % 239),
      case when number % 4 = 3 then 'Login.error' when number % 100 = 0 then 'ROLE_BE' end, moment, moment
    from generate_series(1, ${events}::int) as number, (select min(id) as first from users) as ids,
      lateral (select timestamptz '2026-11-21' - number * interval '4 minutes' as moment) as moments`)
  await db.execute(sql`
    insert into warranty_codes (code, is_gifted, created_at, used_at, user_id, start_date, end_date)
    select upper(substr(md5(number::text), 1, 18)), number % 5 = 0, moment, used_at, case when used_at is not null then ids.first + number % ${people}::int end,
      date_trunc('day', used_at) + interval '5 years', date_trunc('day', used_at) + interval '10 years'
    from generate_series(1, ${codes}::int) as number, (select min(id) as first from users) as ids,
      lateral (select timestamptz '2026-11-21' - number * interval '10 minutes' as moment) as moments,
      lateral (select case when number % 3 = 0 then moment end as used_at) as uses`)
  await db.execute(sql`
    insert into audit_entries (word, record_id, action, user_id, date, before, after)
    select case when number % 300 = 0 then 'product' else 'user' end, case when number % 300 = 0 then 1 else ids.first + number % ${people}::int end,
      'update', ids.first + number % 97, timestamptz '2026-11-21' - number * interval '20 minutes', '{"name": "a"}', '{"name": "b"}'
    from generate_series(1, ${events}::int) as number, (select min(id) as first from users) as ids`)
  for (const table of large) {
    // The tests' PostgreSQL answers a commit, also that of a vacuum, before it is written down, and until then a vacuum leaves its rows be.
    await db.execute(sql`checkpoint`)
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
  const { items } = await admin.user.getB122TableResults({ body: listBody({}) })
  const shown = await admin.user.get({ params: { id: items[3]?.id ?? 0 } })
  someone = { id: shown.id, serial: shown.userProducts[0]?.serialNumberFormatted ?? 'none' }
})

/** The large tables of which more than a few rows are read, and how; from an index alone, a million entries are counted in a moment. */
async function readAtLength(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordSql(server.context.db, work)
  expect(statements.length).toBeGreaterThan(1)
  const reads = await readRows(server.context.db, statements)
  return reads
    .filter(({ table, rows }) => large.includes(table) && rows > few)
    .map(({ table, how }) => `${table}: ${how}`)
    .filter((read) => !read.endsWith(': Index Only Scan'))
}

const list = (changed: object) => () => admin.user.getB122TableResults({ body: listBody(changed) })
const activity = (changed: object) => () => admin.activity.getB122TableResults({ body: listBody(changed) })
const codeList = (changed: object) => () => admin.warrantyCode.getB122TableResults({ body: listBody(changed) })
const log = (changed: object) => () => admin.securityEvent.getB122TableResults({ body: listBody(changed) })
const lists = { user: list, securityEvent: log, activity, warrantyCode: codeList } as const

it.each<[string, object]>([
  ['its first page', {}],
  ['a page far away', { currentPage: 150, perPage: 50 }],
  ['its last page', { currentPage: people / 50, perPage: 50 }],
  ['everything', { perPage: 2147483647 }],
  ['everything that a search finds', { perPage: 2147483647, search: 'zof' }],
  ['three letters', { search: 'zof' }],
  ['two letters', { search: 'zo' }],
  ['a single letter', { search: 'z' }],
  ['a word and a letter', { search: 'zofia n' }],
  ['two words', { search: 'elodie garnier' }],
  ['two words in the order of last names', { search: 'elodie garnier', sortBy: 'lastname' }],
  ['what nobody is called', { search: 'xqzxq' }],
  ['a phone number in pairs', { search: '06 39 98 44 55' }],
  ['a phone number with its prefix', { search: '+33 (0)6 39 98 44 55' }],
  ['the last four digits of a phone number', { search: '4455' }],
  ...['firstname', 'lastname', 'username', 'country'].flatMap((sortBy) => [
    [`the order of ${sortBy}`, { sortBy, sortDesc: false }] satisfies [string, object],
    [`the order of ${sortBy} from its end`, { sortBy, sortDesc: true }] satisfies [string, object],
    [`a page far away in the order of ${sortBy}`, { sortBy, sortDesc: false, currentPage: 150 }] satisfies [string, object],
    [`everything in the order of ${sortBy}`, { sortBy, sortDesc: false, perPage: 2147483647 }] satisfies [string, object],
    [`everything in the order of ${sortBy} from its end`, { sortBy, sortDesc: true, perPage: 2147483647 }] satisfies [string, object],
  ]),
])('the list of users reads no large table at length for %s', async (_, changed) => {
  expect(await readAtLength(list(changed))).toEqual([])
})

it('two letters, which begin many words, are found in indexes alone: only what is shown is read [T829]', async () => {
  const statements = await recordSql(server.context.db, list({ search: 'ju', perPage: 10 }))
  const reads = await readRows(server.context.db, statements)
  const rows = reads.filter(({ table, how }) => table === 'users' && how !== 'Index Only Scan').reduce((sum, read) => sum + read.rows, 0)
  // The page, and who asks.
  expect(rows).toBeGreaterThanOrEqual(10)
  expect(rows).toBeLessThan(20)
})

it.each([
  ['id', true],
  ['lastname', false],
  ['country', true],
])(
  'everything reads each user twice, once to find and once to show them, however many pages there are (by %s)',
  async (sortBy, sortDesc) => {
    const statements = await recordSql(server.context.db, list({ sortBy, sortDesc, perPage: 2147483647 }))
    expect(statements.length).toBeGreaterThan((2 * people) / 500)
    const reads = await readRows(server.context.db, statements)
    const rows = reads.filter(({ table }) => table === 'users').reduce((sum, read) => sum + read.rows, 0)
    expect(rows).toBeGreaterThan(2 * people)
    expect(rows).toBeLessThan(2.2 * people)
  },
)

it('nor for the order of countries as a French reader calls them', async () => {
  await admin.locale.setLocale({ body: { locale: 'fr' } })
  for (const changed of [{}, { currentPage: 150 }, { perPage: 2147483647 }, { sortDesc: false, search: 'elodie garnier' }]) {
    expect(await readAtLength(list({ sortBy: 'country', ...changed }))).toEqual([])
  }
})

it.each(['zo', 'zof', 'zofia n', 'elodie garnier', 'example.com', 'xqzxq', '6123', '0A0B0C', 'fa fb'])(
  'nor is a large table read at length for “%s”, searched for from anywhere',
  async (text) => {
    expect(await readAtLength(() => admin.search.findRecords({ query: { text } }))).toEqual([])
  },
)

it('nor for a serial number, or a part of one', async () => {
  expect(await readAtLength(list({ searchSerial: someone.serial }))).toEqual([])
  expect(await readAtLength(list({ searchSerial: someone.serial.slice(0, 8) }))).toEqual([])
})

it.each<[string, object]>([
  ['its first page', {}],
  ['a page far away', { currentPage: 300 }],
  ['its last page', { currentPage: events / 50 }],
  ['its beginning', { sortDesc: false }],
  ['three letters of a name', { search: 'zof' }],
  ['two letters of a name', { search: 'zo' }],
  ['two words of a name', { search: 'elodie garnier' }],
  ['an address of the network', { search: '77.12.33' }],
  ['an address of the network and a name', { search: 'zof 77.12.33' }],
  ['a reason and a name', { search: 'role_be zof' }],
  ['what nobody is called', { search: 'xqzxq' }],
  ['a phone number in pairs', { search: '06 39 98 44 55' }],
])('the security log reads no large table at length for %s', async (_, changed) => {
  expect(await readAtLength(log(changed))).toEqual([])
})

it.each<[string, object]>([
  ['its first page', {}],
  ['a page far away', { currentPage: 60 }],
  ['its beginning', { sortDesc: false }],
  ['three letters of a name', { search: 'zof' }],
  ['two words of a name', { search: 'elodie garnier' }],
  ['a record by its number', { search: '#1' }],
  ['what nobody is called', { search: 'xqzxq' }],
])('the activity reads no large table at length for %s', async (_, changed) => {
  expect(await readAtLength(activity(changed))).toEqual([])
})

it.each<[string, object]>([
  ['its first page', {}],
  ['a page far away', { currentPage: 500 }],
  ['its last page', { currentPage: codes / 50 }],
  ['the beginning of a code', { search: 'c4ca42' }],
  ['a code in groups', { search: 'C4C-A42-38A-0B9-238-20D' }],
  ['three letters of a name', { search: 'zof' }],
  ['two words of a name', { search: 'elodie garnier' }],
  ['what nobody is called', { search: 'xqzxq' }],
  ['a phone number in pairs', { search: '06 39 98 44 55' }],
  ['the order of the first day', { sortBy: 'startDateStr', sortDesc: false }],
  ['the order of the last day from its end', { sortBy: 'endDateStr', sortDesc: true }],
])('the list of warranty codes reads no large table at length for %s', async (_, changed) => {
  expect(await readAtLength(codeList(changed))).toEqual([])
})

it.each<[keyof typeof lists, string, string]>([
  ['user', 'role', 'ROLE_BE'],
  ['user', 'role', 'ROLE_CUSTOMER'],
  ['user', 'country', 'CH'],
  ['user', 'isNewsletter', 'true'],
  ['user', 'isNewsletter', 'false'],
  ['user', 'isBetaTester', 'true'],
  ['user', 'isBetaTester', 'false'],
  ['user', 'accountValidated', 'true'],
  ['user', 'accountValidated', 'false'],
  ['user', 'accountLocked', 'true'],
  ['user', 'accountLocked', 'false'],
  ['user', 'since', '2026-01-01T00:00:00Z/2026-02-01T00:00:00Z'],
  ['user', 'subscription', 'active'],
  ['user', 'lastSync', '2026-11-15T00:00:00Z/'],
  ['user', 'deleted', 'true'],
  ['securityEvent', 'kind', 'signIn'],
  ['securityEvent', 'kind', 'passwordChanged'],
  ['securityEvent', 'reason', 'Login.error'],
  ['securityEvent', 'reason', 'ROLE_BE'],
  ['securityEvent', 'date', '2026-08-01T00:00:00Z/2026-08-04T00:00:00Z'],
  ['securityEvent', 'date', '2026-11-15T00:00:00Z/'],
  ['activity', 'by', '1'],
  ['activity', 'entity', 'product'],
  ['activity', 'entity', 'user'],
  ['activity', 'date', '2026-11-15T00:00:00Z/'],
  ['warrantyCode', 'used', 'true'],
  ['warrantyCode', 'used', 'false'],
  ['warrantyCode', 'gifted', 'true'],
  ['warrantyCode', 'gifted', 'false'],
  ['warrantyCode', 'startDate', '2031-11-01T00:00:00Z/2031-11-04T00:00:00Z'],
  ['warrantyCode', 'endDate', '2036-11-15T00:00:00Z/'],
])('nor does the list of %s for its filter %s = %s', async (entity, name, value) => {
  const filters = chosen(await admin[entity].initB122Table(), name, value)
  expect(await readAtLength(lists[entity]({ filters }))).toEqual([])
})

it('nor do the total, a user’s own screen, the list of firmwares and a product’s own screen', async () => {
  expect(await readAtLength(() => admin.user.initB122Table())).toEqual([])
  expect(await readAtLength(() => admin.securityEvent.initB122Table())).toEqual([])
  expect(await readAtLength(() => admin.activity.initB122Table())).toEqual([])
  expect(await readAtLength(() => admin.user.get({ params: { id: someone.id } }))).toEqual([])
  const { items } = await admin.product.getB122TableResults({ body: listBody({}) })
  expect(await readAtLength(() => admin.product.get({ params: { id: items[0]?.id ?? 0 } }))).toEqual([])
})

it('nor does the dashboard, and its chart of a year reads no update at all', async () => {
  expect(await readAtLength(() => admin.dashboard.getCardData())).toEqual([])
  const end = Date.parse('2026-11-21T10:00:00Z')
  const body = { productId: 0, startDateTimestamp: end - 365 * 86_400_000, endDateTimestamp: end, timeZone: 'Europe/Paris' }
  for (const work of [() => admin.dashboard.getChartData({ body }), () => admin.dashboard.getUpdateFigures({ body })]) {
    const reads = await readRows(server.context.db, await recordSql(server.context.db, work))
    expect(reads.filter(({ table, rows }) => table === 'product_updates' || (large.includes(table) && rows > few))).toEqual([])
  }
  // Of the updates, only those of erased detectors without a result, by their index.
  expect(await readAtLength(() => admin.dashboard.getDetectorsWithoutFirmware())).toEqual([])
})

it.each([
  ['a question without an index', sql`select id from users where phone_number = '1'`],
  ['a walk through an index with a look at every row', sql`select id from users where phone_number = '1' order by id limit 5`],
])('would tell: %s reads the users at length', async (_, question) => {
  const statements = await recordSql(server.context.db, () => server.context.db.execute(question))
  const reads = await readRows(server.context.db, statements)
  expect(reads.filter(({ table, rows }) => table === 'users' && rows > people / 2)).toHaveLength(1)
  expect(await server.context.db.$count(users)).toBeGreaterThan(people)
})
