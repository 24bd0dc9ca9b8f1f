/**
 * `npm run bench:seals`: what sealing costs on PostgreSQL without fsync. Two servers write 30 rows a second each; periods with sealing (each
 * server every second instead of every minute) and without take turns within one run, so that a busy machine slows both. Then a backlog of
 * BACKLOG rows (1,000,000) is sealed as after an upgrade, while both go on writing. Prints milliseconds, ratios, and seconds per 10,000 rows.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import { connectDatabase, type Database } from '../../src/server/db/connect.ts'
import { sealedEntries } from '../../src/server/db/tables.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'
import { sealChains } from '../../src/server/seals/sealChains.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { median } from './averages.ts'

const backlog = Number(process.env['BACKLOG'] ?? 1_000_000)
const periods = Number(process.env['PERIODS'] ?? 16)
const periodMs = 5_000
const writeEveryMs = 1000 / 30
const log = openLog('silent')
let written = 0

async function write(db: Database): Promise<number> {
  const startedAt = performance.now()
  const [n, now] = [(written += 1), new Date()]
  const before = { firstname: 'A', lastname: 'B', country: 'FR' }
  if (n % 2 === 0)
    await writeAudit(db, { entity: 'user', recordId: n, action: 'update', userId: null, before, after: { firstname: `${n}` } }, now)
  else await writeSecurityEvent(db, { kind: 'passwordChanged', address: `10.${n >> 16}.${(n >> 8) % 256}.${n % 256}` }, now)
  return performance.now() - startedAt
}

/** Each server writes at its pace, whatever the others do. Returns the milliseconds of each write. */
async function writeFor(databases: readonly Database[], isOver: () => boolean): Promise<number[]> {
  const taken: number[] = []
  const writing = databases.map(async (db) => {
    for (let due = performance.now(); !isOver();) {
      due += writeEveryMs
      taken.push(await write(db))
      await delay(Math.max(0, due - performance.now()))
    }
  })
  await Promise.all(writing)
  return taken
}

async function sealUntil(db: Database, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sealChains({ db, log, clock: () => new Date() }, { isSweep: false, pause: () => Promise.resolve(isOver()) })
    await delay(1_000)
  }
}

const tail = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN
const shown = (ms: number) => ms.toFixed(2)

const folder = await mkdtemp(join(tmpdir(), 'fieldport-seals-bench-'))
const postgres = await startPostgres()
try {
  const databaseUrl = await createDatabase(postgres.urlOf('postgres'), 'bench')
  const connect = () => connectDatabase({ databaseUrl, dataDir: folder })
  const servers = [await connect(), await connect()]
  const databases = servers.map(({ db }) => db)
  const [first] = databases
  if (first === undefined) throw new Error('there is no server')
  await sealChains({ db: first, log, clock: () => new Date() }, { isSweep: true, pause: () => Promise.resolve(false) })

  const taken: Record<'plain' | 'sealing', number[]> = { plain: [], sealing: [] }
  for (let period = 0; period < periods; period += 1) {
    const endsAt = performance.now() + periodMs
    const isOver = () => performance.now() >= endsAt
    const kind = period % 2 === 0 ? 'plain' : 'sealing'
    const sealing = kind === 'sealing' ? databases.map((db) => sealUntil(db, isOver)) : []
    taken[kind].push(...(await writeFor(databases, isOver)))
    await Promise.all(sealing)
  }
  const { plain, sealing } = taken
  console.log(`writes without sealing: ${plain.length}, median ${shown(median(plain))} ms, 95 % ${shown(tail(plain))} ms`)
  console.log(`writes with sealing: ${sealing.length}, median ${shown(median(sealing))} ms, 95 % ${shown(tail(sealing))} ms`)
  console.log(`seals.ratio ${(median(sealing) / median(plain)).toFixed(3)}`)

  await first.execute(sql`
    insert into security_events (kind, address, first_at, last_at)
    select 'signIn', '192.0.2.1', at, at from (select now() - n * interval '15 seconds' as at from generate_series(${backlog}::integer, 1, -1) as n) as times`)
  await first.execute(sql`analyze`)
  const sealedBefore = await first.$count(sealedEntries)
  let isDone = false
  const startedAt = performance.now()
  const writing = writeFor(databases, () => isDone)
  await sealChains({ db: first, log, clock: () => new Date() }, { isSweep: true, pause: () => delay(200, false) })
  const seconds = (performance.now() - startedAt) / 1000
  isDone = true
  const meanwhile = await writing
  const sealed = (await first.$count(sealedEntries)) - sealedBefore
  console.log(
    `backlog: ${sealed} rows in ${seconds.toFixed(0)} s, ${((seconds * 10_000) / sealed).toFixed(2)} s per 10,000, pauses included`,
  )
  console.log(`writes meanwhile: ${meanwhile.length}, median ${shown(median(meanwhile))} ms, 95 % ${shown(tail(meanwhile))} ms`)
  console.log(`seals.backlog.ratio ${(median(meanwhile) / median(plain)).toFixed(3)}`)
  for (const { close } of servers) await close()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
