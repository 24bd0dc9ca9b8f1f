/**
 * `npm run bench:api`: staff's list of users among a million, on a PostgreSQL of its own. Prints for each kind of request p50 and p95 in
 * milliseconds with one client and with twenty, and how many times the same SQL run straight it takes; fails when one is over its limit.
 * `--users N` for fewer, `--embedded` for PGlite.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { seedMany } from '../../src/server/db/seedMany.ts'
import { openFolderStorage } from '../../src/server/storage.ts'
import { bearer, type Client as ApiClient, startApiServer } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { recordSql } from '../support/recordSql.ts'

const limits = { one: 60, twenty: 150, embedded: 100, ratio: 1.5 }
const fixedCostMs = 10
const rounds = { one: 40, twenty: 200 }
const { values } = parseArgs({ options: { users: { type: 'string', default: '1000000' }, embedded: { type: 'boolean', default: false } } })
const overLimit: string[] = []

const folder = await mkdtemp(join(tmpdir(), 'fieldport-bench-'))
const postgres = values.embedded ? undefined : await startPostgres()
if (postgres) await createDatabase(postgres.urlOf('postgres'), 'bench')
const databaseUrl = postgres?.urlOf('bench')
const { db, close } = await connectDatabase({ databaseUrl, dataDir: folder })
const server = await startApiServer(db)
try {
  const startedAt = performance.now()
  await seedMany(db, openFolderStorage(join(folder, 'files')), Number(values.users), (made) => {
    if (made % 100_000 === 0) console.error(`${made} users, ${Math.round((performance.now() - startedAt) / 1000)} s`)
  })
  console.log(`api.seed_s: ${Math.round((performance.now() - startedAt) / 1000)}`)
  const admin = await server.signInAs('ROLE_ADMIN')
  for (const [name, request] of Object.entries(await requests(admin))) await measure(name, request)
} finally {
  await close()
  await server.dispose()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const line of overLimit) console.error(line)
process.exitCode = overLimit.length > 0 ? 1 : 0

type Request = () => Promise<unknown>

/** Bare requests: what a browser does with the answer is not the server's time. */
async function requests(admin: ApiClient): Promise<Record<string, Request>> {
  const init = await admin.user.initB122Table()
  const headers = bearer(admin)
  const list = (changed: object) => async () => {
    const body = new FormData()
    for (const [key, value] of Object.entries(listBody(changed)))
      body.append(key, key === 'filters' ? JSON.stringify(value) : String(value))
    await succeed(server.request('/user/getB122TableResults', { method: 'POST', body, headers }))
  }
  const filter = (name: string, value: string) => list({ filters: chosen(init, name, value) })
  const { items } = await admin.user.getB122TableResults({ body: listBody({}) })
  const shown = await admin.user.get({ params: { id: items[7]?.id ?? 0 } })
  const pages = Math.ceil(init.totalCount / 50)
  return {
    init: () => succeed(server.request('/user/initB122Table', { headers })),
    first_page: list({}),
    ...Object.fromEntries(
      ['firstname', 'lastname', 'username', 'country'].map((sortBy) => [`sort_${sortBy}`, list({ sortBy, sortDesc: false })]),
    ),
    filter_country: filter('country', 'CH'),
    filter_role: filter('role', 'ROLE_ADMIN'),
    filter_tester: filter('isBetaTester', 'true'),
    filter_unverified: filter('accountValidated', 'false'),
    filter_locked: filter('accountLocked', 'true'),
    filter_since: filter('since', `${new Date(Date.now() - 30 * 86_400_000).toISOString()}/`),
    search_3_letters: list({ search: 'zof' }),
    search_name: list({ search: 'elodie garnier' }),
    search_serial: list({ searchSerial: shown.userProducts[0]?.serialNumberFormatted.replaceAll(' ', '') ?? 'ABCDEF' }),
    page_10000: list({ currentPage: Math.min(10_000, pages), sortBy: 'lastname' }),
    last_page: list({ currentPage: pages }),
  }
}

async function succeed(answer: Promise<Response>): Promise<void> {
  const response = await answer
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

async function measure(name: string, request: Request): Promise<void> {
  await request()
  const one = await times(1, rounds.one, request)
  print(`api.${name}.p50_ms`, percentile(one, 0.5))
  print(`api.${name}.p95_ms`, percentile(one, 0.95), values.embedded ? limits.embedded : limits.one)
  if (values.embedded) return
  const statements = await recordSql(db, request)
  const bare = await times(1, rounds.one, async () => {
    for (const { ask } of statements) await ask()
  })
  const [median, bareMedian] = [percentile(one, 0.5), percentile(bare, 0.5)]
  // Of a statement of a millisecond the fixed cost of a call (token, HTTP, schemas) is the larger part: there it is only printed.
  const limit = bareMedian < fixedCostMs ? Infinity : limits.ratio
  print(`api.${name}.ratio_straight_sql`, median / bareMedian, limit)
  const twenty = await times(20, rounds.twenty, request)
  print(`api.${name}.p50_20_ms`, percentile(twenty, 0.5))
  print(`api.${name}.p95_20_ms`, percentile(twenty, 0.95), limits.twenty)
}

/** Milliseconds of each of `count` requests, by so many clients at once. */
async function times(clients: number, count: number, request: Request): Promise<number[]> {
  const taken: number[] = []
  let left = count
  async function client(): Promise<void> {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      await request()
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return taken
}

function percentile(taken: readonly number[], share: number): number {
  return taken.toSorted((one, other) => one - other)[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN
}

function print(name: string, value: number, limit = Infinity): void {
  console.log(`${name}: ${Math.round(value * 10) / 10}`)
  if (value > limit) overLimit.push(`${name} is over ${limit}`)
}
