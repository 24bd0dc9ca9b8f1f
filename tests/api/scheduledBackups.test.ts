// @module-tag rest
/** Scheduled backups of a server that is a process of its own, on both kinds of database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLog } from '../../src/server/config/openLog.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { sureState } from '../../src/server/clock/portalClock.ts'
import { dueWork } from '../../src/server/db/tables.ts'
import { findLastBackup } from '../../src/server/installation/lastBackup.ts'
import { findScheduledBackups } from '../../src/server/installation/scheduledBackups.ts'
import { makeDueBackup, type RunBackup } from '../../src/server/jobs/makeDueBackup.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { openContext } from '../../src/server/openContext.ts'
import { startWork } from '../../src/server/work/startWork.ts'
import { onBoth, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { allRows } from '../support/installations.ts'
import { runCommand, scriptPath } from '../support/scripts.ts'

const dayMs = 24 * 60 * 60_000
const patience = { timeout: 300_000, interval: 20 }
const strangers = ['fieldport-localhost-3000-notes.txt', 'fieldport-other.example-2026-01-05T020000Z.tar', 'holiday.jpg']
const ofDay = (day: number) => `fieldport-localhost-3000-2026-01-${String(day).padStart(2, '0')}T020000Z.tar`
const oldOnes = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(ofDay)

const failing: RunBackup = () => Promise.reject(new Error('The rehearsal failed: a reason.'))

// The embedded database is copied by the server that has it open, PostgreSQL by a command of its own.
onBoth('connections', ({ createPlace }) => {
  let place: Place
  let target: string
  let environment: Record<string, string>
  let server: ChildProcess | undefined
  let printed: string

  beforeEach(async () => {
    place = await createPlace()
    target = join(place.dataDir, 'kept')
    environment = { NODE_ENV: 'production', ...place.environment, BACKUP_TO: target }
    await mkdir(target)
  })
  afterEach(() => end('SIGKILL'))

  async function start(): Promise<void> {
    printed = ''
    server = spawn(process.execPath, [scriptPath('backupServer')], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await vi.waitFor(() => expect(printed).toContain('open\n'), patience)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }

  const made = () => vi.waitFor(() => expect(printed).toContain('a scheduled backup was made'), patience)
  const rehearsing = () =>
    vi.waitFor(async () => expect(await readdir(join(place.dataDir, 'rehearsals/present'))).toContain('database'), patience)
  const left = () => readdir(join(place.dataDir, 'rehearsals'))
  const ours = async () => (await readdir(target)).filter((name) => !strangers.includes(name) && !oldOnes.includes(name))

  it('are made after the start, encrypted, and noted; only our own old ones are removed', async () => {
    const identity = await generateIdentity()
    const key = join(place.dataDir, 'key.txt')
    await writeFile(key, identity)
    for (const name of [...strangers, ...oldOnes]) await writeFile(join(target, name), 'bytes')
    environment['BACKUP_RECIPIENT'] = await identityToRecipient(identity)
    await start()
    await made()
    await end('SIGTERM')
    const [name = '', ...others] = await ours()
    expect(others).toEqual([])
    expect(name).toMatch(/^fieldport-localhost-3000-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.age$/)
    // The last seven days with a backup; that of Sunday, the 11th, would stay for its week too.
    expect((await readdir(target)).toSorted()).toEqual([name, ...[9, 10, 11, 12, 13, 14].map(ofDay), ...strangers].toSorted())
    expect(await left()).toEqual(['lock'])
    expect(await readFile(join(target, name), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    const [noted, last] = await inDatabase(place, async (db) => [await findScheduledBackups(db), await findLastBackup(db)] as const)
    expect(noted).toEqual({ made: { name, place: `the folder ${target}`, startedAt: expect.any(String), madeAt: last?.toISOString() } })

    expect(await findingOf('scheduled backups', environment)).toMatchObject({
      verdict: 'ok',
      sentence: expect.stringContaining('was rehearsed'),
    })
    const into = await createPlace()
    const restored = await runCommand('restore', [join(target, name), '--identity', key], into.environment)
    expect(restored).toMatchObject({ complaint: '', code: 0 })
    expect((await allRows(into))['files']).toEqual((await allRows(place))['files'])
  })

  it('end with the server without a trace, and are made after its next start', async () => {
    await start()
    await rehearsing()
    await end('SIGTERM')
    expect(server?.exitCode).toBe(0)
    expect([await readdir(target), await left()]).toEqual([[], ['lock']])
    expect(await inDatabase(place, findScheduledBackups)).toEqual({})
    await start()
    await made()
    expect(await ours()).toHaveLength(1)
  })

  it('end when their server is killed; what is left is removed by the next', async () => {
    await start()
    await rehearsing()
    await end('SIGKILL')
    // The process that made it has noticed when it lets go of the folder.
    await vi.waitFor(async () => expect(await left()).toEqual(['lock']), patience)
    expect(await readdir(target)).toEqual([])
    await mkdir(join(place.dataDir, 'rehearsals/present/database'), { recursive: true })
    await writeFile(join(place.dataDir, 'rehearsals/present/backup.tar'), 'half a backup')
    expect(await runCommand('backup', ['--scheduled'], environment)).toMatchObject({ complaint: '', code: 0 })
    expect(await left()).toEqual(['lock'])
    expect(await ours()).toHaveLength(1)
  })

  it('are made once a day, by one server of several', async () => {
    const opened = await openContext({ ...environment, LOG_LEVEL: 'silent' })
    const { db } = opened.context
    let [now, begun] = [Date.parse('2026-11-21T02:00:00.000Z'), 0]
    const clock = () => new Date(now)
    const runBackup: RunBackup = () =>
      Promise.resolve({ name: `number ${(begun += 1)}`, madeAt: clock(), place: target, rows: 1, files: 0, missingFiles: [] })
    const time = { now: clock, check: () => Promise.resolve(sureState), state: () => sureState }
    const context = { ...opened.context, clock, time, runBackup }
    const { makeBackup } = workKinds
    const stops = [1, 2, 3].map(() => startWork(context, { makeBackup }, { lookEveryMs: 20 }))
    const work = async () => (await db.select().from(dueWork))[0]
    const settled = (times: number) =>
      vi.waitFor(async () => {
        expect(await work()).toMatchObject({ claimedBy: null, lastError: null, dueAt: expect.toSatisfy((at: Date) => at > new Date()) })
        expect(begun).toBe(times)
      }, patience)
    const becomesDue = () => db.update(dueWork).set({ dueAt: new Date('2026-01-01') })
    try {
      await settled(1)
      await becomesDue()
      await settled(1)

      now += dayMs
      await becomesDue()
      await settled(2)
    } finally {
      await Promise.all(stops.map((stop) => stop()))
      await opened.close()
    }
  })

  it('that fail are noted with their reason, and said by the doctor', async () => {
    await inDatabase(place, async (db) => {
      const context = { config: readConfig(environment), db, log: openLog('silent'), clock: () => new Date(), runBackup: failing }
      for (const _ of [1, 2]) await expect(makeDueBackup(context, new AbortController().signal)).rejects.toThrow('a reason')
      expect((await findScheduledBackups(db)).failed).toMatchObject({ times: 2 })
    })
    expect(await findingOf('scheduled backups', environment)).toMatchObject({
      verdict: 'warning',
      sentence: expect.stringMatching(/^None was made yet\. The last attempt, at .*, failed: The rehearsal failed: a reason\.$/),
    })
  })
})
