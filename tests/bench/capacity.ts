/**
 * `npm run bench:capacity`: how much one server process does, on a PostgreSQL of its own with fsync and its default settings, with the load
 * on the same cores. Seeds as many customers as `--users` says (`1000,100000` if nothing is said; `1000000` takes some minutes), one after
 * the other into one database, and lets more and more people at once (`--clients 1,8,32,128`) look, update detectors and sign in, for
 * `--seconds` each; before that one person at a time, each kind of call by itself. Prints the rows of the tables of docs/capacity.md. Runs the last build; Linux only.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { hashPassword } from '../../src/server/auth/passwords/passwords.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { rebuildUpdateCounts } from '../../src/server/entities/dashboard/updateCounts.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { portalUrl, startCluster } from '../drills/cluster.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { createSend, type Send, signIn } from './capacityClient.ts'
import { cpuSeconds, memoryOf } from './capacityUsage.ts'
import {
  callOf,
  type Customer,
  kinds,
  makePassword,
  mixOf,
  offered,
  openCustomer,
  signInOf,
  updateOf,
  type Worker,
} from './capacityWork.ts'
import { percentile } from './timeRequests.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000,100000' },
    clients: { type: 'string', default: '1,8,32,128' },
    seconds: { type: 'string', default: '10' },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const customersMax = 200
const seconds = Number(values.seconds)

const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-capacity-'))
const cluster = await startCluster()
const databaseUrl = portalUrl(cluster.primary)
const server = await startBuiltServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'error' })
const database = new Client(databaseUrl)
await database.connect()
try {
  console.log(`${cpus().length} cores (${cpus()[0]?.model ?? ''}), Node ${process.version}, ${seconds} s each`)
  let seeded = 0
  for (const users of numbers(values.users)) {
    await seed(users - seeded)
    seeded = users
    await measure(users)
  }
} finally {
  await database.end()
  await server.dispose()
  await cluster.dispose()
  await rm(dataDir, { recursive: true, force: true })
}

async function seed(users: number): Promise<void> {
  const [before, startedAt] = [await databaseMegabytes(), performance.now()]
  const { db, close } = await connectDatabase({ databaseUrl, dataDir })
  await seedMany(db, openFolderStorage(join(dataDir, 'files')), users, (made) => {
    if (made % 100_000 === 0) console.error(`${made} of ${users} users`)
  })
  await rebuildUpdateCounts(db)
  await close()
  await database.query('vacuum analyze')
  await database.query('checkpoint')
  const took = Math.round((performance.now() - startedAt) / 1000)
  const grown = (await databaseMegabytes()) - before
  console.log(`seeded ${users} users in ${took} s: ${Math.round(grown)} MB, ${Math.round((grown / users) * 100_000)} MB for 100,000`)
}

async function databaseMegabytes(): Promise<number> {
  const { rows } = await database.query<{ megabytes: number }>('select (pg_database_size(current_database()) / 1e6)::float as megabytes')
  return rows[0]?.megabytes ?? Number.NaN
}

async function measure(users: number): Promise<void> {
  const send = createSend(server.url)
  const password = makePassword()
  const customers = await openCustomers(send, password)
  const admin = await signIn(send, 'admin@example.com')
  const works: Readonly<Record<string, Worker>> = {
    look: mixOf(send, customers, admin),
    update: updateOf(send, customers),
    sign_in: signInOf(send, customers, password),
  }
  // Before the updates, after which each of these customers has far more of them than anybody else.
  for (const kind of kinds) {
    const worker: Worker = () => callOf(send, kind, customers, admin)(Math.floor(Math.random() * customersMax))
    await runFor(1, 1, worker)
    await measureOne(`${users} | ${kind}`, 1, worker)
  }
  // As a server that has been at work for a while.
  for (const worker of Object.values(works)) await runFor(2, 8, worker)
  for (const [name, worker] of Object.entries(works)) {
    for (const clients of numbers(values.clients)) await measureOne(`${users} | ${name}`, clients, worker)
  }
}

/** Customers all over the table, so that nobody's rows are all that is in memory. */
async function openCustomers(send: Send, password: string): Promise<Customer[]> {
  const { rows } = await database.query<{ username: string }>(
    `update users set password_hash = $1 where id in (
      select id from users
        where role = 'ROLE_CUSTOMER' and account_validated and not account_locked and not is_deleted and username like '%@example.net'
          and exists (select from user_products where user_id = users.id) order by md5(id::text) limit $2)
      returning username`,
    [await hashPassword(password), customersMax],
  )
  const customers: Customer[] = []
  for (const { username } of rows) {
    const customer = await openCustomer(send, { username, password })
    // Some models have no release yet.
    if ((await offered(send, customer)).length > 0) customers.push(customer)
  }
  return customers
}

async function measureOne(label: string, clients: number, worker: Worker): Promise<void> {
  const pid = server.pid() ?? 0
  const before = await cpuSeconds(pid, cluster.primary.pid())
  const startedAt = performance.now()
  const { taken, failed } = await runFor(seconds, clients, worker)
  const lasted = (performance.now() - startedAt) / 1000
  const after = await cpuSeconds(pid, cluster.primary.pid())
  const all = [...taken.values()].flat()
  const each = (who: keyof typeof before) => (((after[who] - before[who]) / all.length) * 1000).toFixed(1)
  const { now, most } = await memoryOf(pid)
  const cells = [label, clients, (all.length / lasted).toFixed(1), ms(all, 0.5), ms(all, 0.95), failed]
  const used = [each('server'), each('database'), each('load'), `${Math.round(now)} (${Math.round(most)})`]
  console.log(`| ${[...cells, ...used].join(' | ')} |`)
  if (taken.size > 1 && clients === 8)
    for (const [kind, times] of taken) console.log(`  ${kind}: ${times.length}, p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)} ms`)
}

function ms(taken: readonly number[], part: number): string {
  const value = percentile(taken, part)
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}

/** How long each took, by kind. Somebody who is refused comes again after a moment, as the app does. */
async function runFor(limitSeconds: number, clients: number, worker: Worker) {
  const taken = new Map<string, number[]>()
  const endsAt = performance.now() + limitSeconds * 1000
  let failed = 0
  async function client(index: number): Promise<void> {
    while (performance.now() < endsAt) {
      const { kind, run } = worker(index)
      const startedAt = performance.now()
      try {
        await run()
        const times = taken.get(kind) ?? []
        times.push(performance.now() - startedAt)
        taken.set(kind, times)
      } catch (error) {
        if (failed === 0) console.error(error instanceof Error ? error.message : error)
        failed += 1
        await new Promise((wake) => {
          setTimeout(wake, 500)
        })
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return { taken, failed }
}
