// @module-tag rest
/** Two servers seal at once, a server is killed in the middle of a backlog, and the doctor says what it finds (docs/security.md, 41). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { sealedEntries, seals } from '../../src/server/db/tables.ts'
import { writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { findingOf } from '../support/doctor.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { scriptPath } from '../support/scripts.ts'
import { openSealedLog } from '../support/sealedLog.ts'

/** What was there before an upgrade. */
const addBacklog = (db: Database, rows: number) =>
  db.execute(sql`
    insert into security_events (kind, address, first_at, last_at)
    select 'signIn', '192.0.2.1', at, at from (select now() - interval '1 hour' + n * interval '1 millisecond' as at from generate_series(1, ${rows}::integer) as n) as times`)

/** In real time, as a process has. */
function openNow(db: Database) {
  const log = openSealedLog(db)
  log.pass(Date.now() - log.clock().getTime())
  return log
}

onPostgres(({ open, createPlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await createPlace()
  })

  const examine = (environment: Readonly<Record<string, string>> = {}) => findingOf('sealed log', { ...place.environment, ...environment })

  it('seals each row once where two servers seal at once', async () => {
    const db = await open()
    await addBacklog(db, 9_000)
    const [one, other] = [openSealedLog(db), openSealedLog(db)]
    const turns = Array.from({ length: 6 }, () => Promise.all([one.seal(true), other.seal(true)]))
    const sealed = (await Promise.all(turns)).flat().reduce((sum, rows) => sum + rows, 0)
    expect(sealed).toBe(9_000)
    expect(await db.$count(sealedEntries)).toBe(9_000)
    expect(await one.check()).toMatchObject({ problems: [], sealed: 9_000, waiting: 0 })
    const logged = [...one.logged(), ...other.logged()]
    expect(logged).toHaveLength(await db.$count(seals))
    expect(new Set(logged.map(({ hash }) => hash)).size).toBe(logged.length)
  })

  it('loses nothing of what is written meanwhile', async () => {
    const db = await open()
    const log = openSealedLog(db)
    await log.seal(true)
    await addBacklog(db, 3_000)
    const written: Promise<void>[] = []
    const userId = await log.addUser()
    for (let n = 0; n < 50; n += 1) written.push(writeSecurityEvent(db, { kind: 'signIn', userId, address: `10.0.0.${n}` }, log.clock()))
    const [, ...rest] = await Promise.all([log.seal(), ...written])
    expect(rest).toHaveLength(50)
    await log.seal()
    expect(await log.check()).toMatchObject({ waiting: 0, sealed: 3_050 })
  })

  it('goes on where a server was killed in the middle, and logs what the other had not', async () => {
    await inDatabase(place, (db) => addBacklog(db, 9_000))
    for (const pieces of [1, 2]) {
      const child = spawn(process.execPath, [scriptPath('sealer')], {
        env: { ...process.env, NODE_ENV: 'production', ...place.environment },
      })
      let seen = 0
      for await (const line of createInterface({ input: child.stdout }))
        if (line === 'sealed a piece' && (seen += 1) === pieces) child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
    }
    await inDatabase(place, async (db) => {
      const log = openNow(db)
      expect(await db.$count(sealedEntries)).toBeGreaterThanOrEqual(6_000)
      await db.execute(
        sql`update seals set is_logged = false where number = (select max(number) from seals where chain = 'events') and chain = 'events'`,
      )
      await log.seal(true)
      expect(await log.check()).toMatchObject({ problems: [], sealed: 9_000, waiting: 0 })
      expect(await db.$count(seals, sql`not is_logged`)).toBe(0)
      expect(log.logged().filter(({ chain, count }) => chain === 'events' && count > 0).length).toBeGreaterThan(0)
    })
  })

  it('is what the doctor looks at: how far it is sealed, what waits, and what was changed [T289]', async () => {
    await inDatabase(place, (db) => addBacklog(db, 100))
    expect(await examine()).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('wait to be sealed: 100.') })
    await inDatabase(place, (db) => openNow(db).seal(true))
    expect(await examine()).toMatchObject({
      verdict: 'ok',
      sentence: expect.stringMatching(/^Nothing was changed\. Sealed are .*events: 100 entries to seal \d+ of /),
    })
    expect(await examine({ LOG_LEVEL: 'warn' })).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('LOG_LEVEL') })
    expect(await examine({ DEMO: 'true' })).toMatchObject({ verdict: 'ok', sentence: 'A demo seals nothing.' })
    await inDatabase(place, (db) => db.execute(sql`update security_events set address = '192.0.2.2' where id % 10 = 0`))
    expect(await examine()).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringMatching(/^The log was changed: security event 10 \(signIn, .*\) was changed; .*; and 5 more\.$/),
    })
  })
})
