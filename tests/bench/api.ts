/**
 * `npm run bench:api`: the list of users among a million, and the dashboard of their five million updates, on a PostgreSQL of its own.
 * For each kind of request it prints p50 and p95 in milliseconds with one client and with twenty, the number of statements, and the ratio to
 * the straight SQL. It fails when a request is over its limit. The request for everything is made once (everything.ts).
 * `--users N` makes another number of users. `--embedded` uses PGlite, with 100,000 users by default. `--database URL` uses a database that
 * `npm run seed` has filled. `--only NAME` measures the requests whose names begin with NAME (`everything` for that one).
 *
 * "Straight SQL" is the statements of the request itself, also the one that identifies the caller. They run one after the other through the
 * same driver, as text with parameters, alternating with the request. A value that the server had cached (a total, for ten seconds) needs no
 * statement, so it is not among them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { rebuildUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { productUpdates, updateCounts, updateTotals, userProducts, users } from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { bearer, type Client as ApiClient, startApiServer } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { poolOf, recordSql, type Statement } from '../support/recordSql.ts'
import { dashboardLimits, dashboardRequests } from './dashboardRequests.ts'
import { measureEverything } from './everything.ts'
import { encodeList } from './listRequest.ts'
import { finish, print } from './report.ts'
import { percentile, type Request, timeRequests } from './timeRequests.ts'

/** A request may take `ratio` of its straight SQL, or `overMs` more: the quickest statements take less than what a request costs besides. */
const limits = {
  one: 60,
  twenty: 150,
  embedded: 100,
  farPage: 150,
  anything: { one: 100, twenty: 200 },
  twoLetters: 300,
  ratio: 1.5,
  overMs: 0.5,
}
const rounds = { one: 40, twenty: 200 }
const { values } = parseArgs({
  options: {
    users: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const userCount = Number(values.users ?? (values.embedded ? 100_000 : 1_000_000))
/** Printed without a limit: it finds a tenth of all users. */
const unlimited = new Set(['search_1_letter'])
/** The database counts its rows off, which is slow for one client. With twenty clients at once each waits for the others. */
const farPage = 'page_10000'

const folder = await mkdtemp(join(tmpdir(), 'fieldport-bench-'))
const postgres = values.embedded || values.database !== undefined ? undefined : await startPostgres()
const databaseUrl = values.database ?? (postgres && (await createDatabase(postgres.urlOf('postgres'), 'bench')))
const { db, close } = await connectDatabase({ databaseUrl, dataDir: folder })
const server = await startApiServer(db, {}, (_, send) => send())
try {
  if (values.database === undefined) await seed()
  for (const [name, table] of [
    ['users', users],
    ['devices', userProducts],
    ['updates', productUpdates],
    ['update_counts', updateCounts],
    ['update_totals', updateTotals],
  ] as const)
    console.log(`api.seed_${name}: ${await db.$count(table)}`)
  const admin = await server.signInAs('ROLE_ADMIN')
  const kinds = await requests(admin)
  const asked = Object.entries(kinds).filter(([name]) => name.startsWith(values.only))
  // As a server that has been at work for a while: without it, what is measured first is what Node has not compiled yet.
  for (const [, request] of asked) await timeRequests(1, rounds.one, request)
  for (const [name, request] of asked) await measure(name, request)
  if ('everything'.startsWith(values.only)) await measureEverything(server, admin, kinds['first_page'] ?? fail('no page'))
} finally {
  await close()
  await server.dispose()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
finish()

async function seed(): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  await seedMany(db, openFolderStorage(join(folder, 'files')), userCount, (made) => {
    if (made % 100_000 === 0) console.error(`${made} users, ${seconds()} s`)
  })
  console.log(`api.seed_s: ${seconds()}`)
  const rebuiltAt = performance.now()
  await rebuildUpdateCounts(db)
  for (const table of ['update_counts', 'update_totals', 'update_count_changes']) await db.execute(sql.raw(`vacuum analyze ${table}`))
  print('api.rebuild_counts_s', (performance.now() - rebuiltAt) / 1000)
}

/** Bare requests, encoded beforehand: what a browser does with them and with their answers is not the server's time. */
async function requests(admin: ApiClient): Promise<Record<string, Request>> {
  const init = await admin.user.initB122Table()
  const headers = bearer(admin)
  /** One after the other, where there are several: people do not all search for the same. */
  const list = async (...asked: object[]): Promise<Request> => {
    const sent = await Promise.all(asked.map(async (changed) => encodeList(changed)))
    let next = 0
    return () => {
      const request = sent[(next += 1) % sent.length] ?? fail('nothing to ask')
      const all = { ...headers, ...request.headers }
      return succeed(server.request('/user/getB122TableResults', { method: 'POST', body: request.body, headers: all }))
    }
  }
  const anything = (...texts: string[]): Request => {
    let next = 0
    return () => {
      const text = texts[(next += 1) % texts.length] ?? fail('nothing to ask')
      return succeed(server.request(`/search?${new URLSearchParams({ text })}`, { headers }))
    }
  }
  const filter = (name: string, value: string) => list({ filters: chosen(init, name, value) })
  const { items } = await admin.user.getB122TableResults({ body: listBody({}) })
  const shown = await Promise.all(items.slice(0, 20).map(({ id }) => admin.user.get({ params: { id } })))
  const serials = shown.flatMap((user) => user.userProducts.map((one) => one.serialNumberFormatted.replaceAll(' ', '')))
  const pages = Math.ceil(init.totalCount / 50)
  const far = Math.min(10_000, Math.floor(pages / 2))
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString()
  return {
    total: () => succeed(server.request('/user/initB122Table', { headers })),
    first_page: await list({}),
    ...Object.fromEntries(
      await Promise.all(
        ['firstname', 'lastname', 'username', 'country'].map(async (sortBy) => [`sort_${sortBy}`, await list({ sortBy, sortDesc: false })]),
      ),
    ),
    filter_country: await filter('country', 'CH'),
    filter_role: await filter('role', 'ROLE_ADMIN'),
    filter_customers: await filter('role', 'ROLE_CUSTOMER'),
    filter_tester: await filter('isBetaTester', 'true'),
    filter_no_tester: await filter('isBetaTester', 'false'),
    filter_verified: await filter('accountValidated', 'true'),
    filter_unverified: await filter('accountValidated', 'false'),
    filter_locked: await filter('accountLocked', 'true'),
    filter_unlocked: await filter('accountLocked', 'false'),
    filter_since: await filter('since', `${since}/`),
    filter_deleted: await filter('deleted', 'true'),
    search_1_letter: await list(...['z', 'n', 'k', 'w'].map((search) => ({ search }))),
    search_2_letters: await list(...['zo', 'ju', 'ka', 'gi'].map((search) => ({ search }))),
    search_3_letters: await list(...['zof', 'jür', 'kat', 'giu'].map((search) => ({ search }))),
    search_name: await list({ search: 'elodie garnier' }),
    search_serial: await list(...serials.map((searchSerial) => ({ searchSerial }))),
    anything_2_letters: anything('zo', 'ju', 'ka', 'gi'),
    anything_3_letters: anything('zof', 'jür', 'kat', 'giu'),
    anything_name: anything('elodie garnier', 'garnier', 'example.com', 'xqzxq'),
    anything_serial: anything(...serials),
    [farPage]: await list(...[0, 1, 7, -40].map((step) => ({ currentPage: far + step, sortBy: 'lastname' }))),
    last_page: await list({ currentPage: pages }),
    ...dashboardRequests(server, headers, (await admin.dashboard.getProducts())[0]?.id ?? 0, succeed),
  }
}

function fail(reason: string): never {
  throw new Error(reason)
}

async function succeed(answer: Promise<Response>): Promise<void> {
  const response = await answer
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

async function measure(name: string, request: Request): Promise<void> {
  await timeRequests(1, 4, request)
  if (values.embedded) {
    printAlone(name, await timeRequests(1, rounds.one, request))
    return
  }
  const statements: Statement[][] = []
  for (let round = 0; round < 4; round += 1) statements.push(await recordSql(db, request))
  let next = 0
  const runStraight = async () => {
    for (const { text, params } of statements[(next += 1) % statements.length] ?? [])
      await poolOf(db).query({ text, values: [...params], rowMode: 'array' })
  }
  const one: number[] = []
  const straight: number[] = []
  for (let round = 0; round < rounds.one; round += 1) {
    one.push(...(await timeRequests(1, 1, request)))
    straight.push(...(await timeRequests(1, 1, runStraight)))
  }
  printAlone(name, one)
  print(`api.${name}.statements`, statements[0]?.length ?? 0)
  const [median, straightMedian] = [percentile(one, 0.5), percentile(straight, 0.5)]
  print(`api.${name}.straight_sql_p50_ms`, straightMedian)
  // Its kinds are searched side by side, which the straight SQL is not.
  const isLimited = !(name in dashboardLimits) && !isOfAnything(name) && median - straightMedian > limits.overMs
  print(`api.${name}.ratio_straight_sql`, median / straightMedian, isLimited ? limits.ratio : Infinity)
  const twenty = await timeRequests(20, rounds.twenty, request)
  print(`api.${name}.p50_20_ms`, percentile(twenty, 0.5))
  const isUnlimited = unlimited.has(name) || name === farPage || name in dashboardLimits
  const limit = isOfAnything(name) ? limits.anything.twenty : name === 'search_2_letters' ? limits.twoLetters : limits.twenty
  print(`api.${name}.p95_20_ms`, percentile(twenty, 0.95), isUnlimited ? Infinity : limit)
}

function printAlone(name: string, taken: readonly number[]): void {
  print(`api.${name}.p50_ms`, percentile(taken, 0.5))
  print(`api.${name}.p95_ms`, percentile(taken, 0.95), oneClientLimit(name))
}

function oneClientLimit(name: string): number {
  if (unlimited.has(name)) return Infinity
  if (name === farPage) return limits.farPage
  if (!values.embedded && name in dashboardLimits) return dashboardLimits[name] ?? Infinity
  if (!values.embedded && isOfAnything(name)) return limits.anything.one
  return values.embedded ? limits.embedded : limits.one
}

function isOfAnything(name: string): boolean {
  return name.startsWith('anything_')
}
