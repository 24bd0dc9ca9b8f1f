// @module-tag rest
/** `npm run doctor` on a sound installation, and on a database with something wrong in it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { lockFolder } from '../../src/server/db/lockFolder.ts'
import { alerts, outgoingMessages } from '../../src/server/db/tables.ts'
import { noteBackup } from '../../src/server/installation/lastBackup.ts'
import { noteRestored } from '../../src/server/installation/restored.ts'
import { onBoth, onEmbedded, onPostgres, type Place } from '../support/databases.ts'
import { seedPlace } from '../support/demo.ts'
import { freePort } from '../support/freePort.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { createRunningMachine } from '../support/machine.ts'
import { runCommand } from '../support/scripts.ts'
import { testSecretKey } from '../support/secretKey.ts'
import { startSmtpServer } from '../support/smtpServer.ts'
import { startTlsServer } from '../support/tlsServer.ts'
import { findingOf, inDays } from '../support/doctor.ts'

const valid = { startsAt: inDays(-10), endsAt: inDays(60.5) }

// The doctor asks each database other questions.
onBoth('connections', ({ createPlace }) => {
  let place: Place
  beforeAll(async () => {
    place = await createPlace()
  })

  it('finds nothing wrong with a sound installation, and sends nothing', async () => {
    const smtp = await startSmtpServer()
    const tls = await startTlsServer(valid, (_, response) => {
      response.setHeader('Strict-Transport-Security', 'max-age=1')
      response.end('{"isAlive":true}')
    })
    const folder = await mkdtemp(join(tmpdir(), 'fieldport-doctor-'))
    const trusted = join(folder, 'authority.pem')
    await writeFile(trusted, tls.cert)
    await inDatabase(place, (db) => noteBackup(db, new Date()))
    const environment = {
      ...place.environment,
      SMTP_URL: smtp.url,
      SECRET_KEY: testSecretKey,
      PUBLIC_URL: tls.url,
      ALERT_EMAIL: 'operator@example.com',
      BRAND_CONTACT_EMAIL: 'help@example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: trusted,
    }
    const { out, complaint, code } = await runCommand('doctor', [], environment)
    expect(complaint).toBe('')
    // The PostgreSQL of the tests has the locale C.
    const lines = out.split('\n').filter((line) => /^(?:warning|fault)/.test(line) && !line.includes('with the locale C'))
    expect(lines).toEqual([])
    expect(out).toMatch(/^\d+ checks: 0 faults, [01] warnings?\.$/m)
    expect(code).toBe(0)
    expect(smtp.seen()).toBe(0)
    const asked = await runCommand('doctor', ['--mail', 'somebody@example.com'], environment)
    expect(asked.out).toContain('A test mail to somebody@example.com was taken.')
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['somebody@example.com']])
    await smtp.stop()
    await tls.stop()
    await rm(folder, { recursive: true })
  })

  it('tells of an old backup, a restore, waiting messages, open alerts and missing migrations', async () => {
    const longAgo = new Date(Date.now() - 30 * 60 * 60_000)
    await inDatabase(place, async (db) => {
      await noteBackup(db, longAgo)
      await noteRestored(db, longAgo)
      await db
        .insert(outgoingMessages)
        .values({ template: 'resetPassword', address: 'a@b.c', createdAt: longAgo, dueAt: longAgo, uselessAt: inDays(1) })
      await db.insert(alerts).values({ kind: 'errorRate', figure: 9, startedAt: longAgo })
    })
    const warning = async (name: string) => {
      const { verdict, sentence } = await findingOf(name, place.environment)
      return verdict === 'warning' ? sentence : verdict
    }
    expect(await warning('backup')).toBe(`The last backup is of ${longAgo.toISOString()}.`)
    expect(await warning('restore')).toContain(longAgo.toISOString())
    expect(await warning('outbox')).toMatch(/15 minutes: 1\.$/)
    expect(await warning('alerts')).toContain('Many requests fail')
    const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`
    await inDatabase(place, (db) => db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${newest}`))
    expect(await warning('migrations')).toMatch(/^1 of \d+ migrations/)
  })
})

onPostgres(({ createPlace }) => {
  it('tells of demo accounts in production, and of nothing that was not asked in a demo', async () => {
    const place = await createPlace()
    await seedPlace(place)
    expect(await findingOf('demo data', place.environment)).toMatchObject({ verdict: 'fault', whatToDo: 'Run "npm run purge-demo".' })
    expect(await findingOf('demo data', { ...place.environment, DEMO: 'true' })).toMatchObject({ verdict: 'ok' })
  })

  it('tells how far the clocks are apart', async () => {
    const place = await createPlace()
    const off = (ms: number) => findingOf('database clock', place.environment, createRunningMachine(ms))
    expect(await off(0)).toMatchObject({ verdict: 'ok' })
    expect(await off(5_000)).toMatchObject({ verdict: 'warning' })
    expect(await off(120_000)).toMatchObject({ verdict: 'fault', sentence: expect.stringMatching(/120 s ahead of that of the database/) })
    expect(await off(-120_000)).toMatchObject({ verdict: 'fault', sentence: expect.stringMatching(/120 s behind that of the database/) })
  })
})

onEmbedded('folder', ({ createPlace }) => {
  it('says that a running server has the embedded database, and checks the rest', async () => {
    const place = await createPlace()
    const unlock = await lockFolder(place.dataDir)
    const { out, code } = await runCommand('doctor', [], { ...place.environment, PUBLIC_URL: `http://127.0.0.1:${await freePort()}` })
    await unlock()
    const ofRows = [
      'backup',
      'scheduled backups',
      'restore',
      'demo data',
      'signing keys',
      'signatures',
      'outbox',
      'alerts',
      'cleanups',
      'due work',
      'sealed log',
    ]
    const skipped = ['database', 'migrations', 'database clock', ...ofRows]
    for (const name of skipped) expect(out).toMatch(new RegExp(`^not checked +${name} {2}`, 'm'))
    expect(out).toMatch(/^not checked +database +The embedded database is in use by a running server\.$/m)
    // And the clock of PUBLIC_URL, where nothing answers.
    const lines = out.split('\n').filter((line) => /^(?:ok|warning|fault) /.test(line))
    expect(out).toMatch(new RegExp(`^${lines.length} checks: .*\\. Not checked: ${skipped.length + 1}\\.$`, 'm'))
    expect(out).toMatch(/^ok +storage /m)
    expect(out).toMatch(/^fault +mail +There is no SMTP_URL/m)
    expect(out).toMatch(/^fault +contact +There is no contact/m)
    expect(code).toBe(1)
  })

  it('makes no database where there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldport-doctor-'))
    const environment = { DATA_DIR: join(folder, 'data') }
    expect(await findingOf('database', environment)).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('no database') })
    await rm(folder, { recursive: true })
  })
})
