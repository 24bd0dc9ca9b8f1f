// @module-tag rest
/** `npm run doctor` beside things that are broken: what it finds, what it says to do, and what it never prints. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MachineClock } from '../../src/server/clock/machineClock.ts'
import { checkDisk } from '../../src/server/doctor/stored.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { freePort } from '../support/freePort.ts'
import { createRunningMachine } from '../support/machine.ts'
import { runCommand } from '../support/scripts.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'
import { startTlsServer } from '../support/tlsServer.ts'
import { addressOf, findingOf, inDays } from '../support/doctor.ts'

const gibibyte = 1024 ** 3
const valid = { startsAt: inDays(-10), endsAt: inDays(60.5) }

const after = (hours: number) => createRunningMachine(Date.parse('2026-01-05T02:00:00.000Z') + hours * 60 * 60_000 - Date.now())

describe('the doctor', () => {
  let folder: string
  let environment: Record<string, string>
  const placed = (variables: Record<string, string>, machine?: MachineClock) =>
    findingOf('backup place', { ...environment, ...variables }, machine)
  let smtp: SmtpServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fieldport-doctor-'))
    environment = { DATA_DIR: folder }
    smtp = await startSmtpServer()
  })
  afterAll(async () => {
    await smtp.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('says which variables are wrong, checks nothing else, and ends with 1', async () => {
    const { out, code } = await runCommand('doctor', [], { ...environment, PORT: 'none', SMTP_URL: 'hidden', BACKUP_RECIPENT: 'hidden' })
    expect(out).toMatch(/^fault +configuration +PORT must be a whole number/m)
    expect(out).toMatch(/^fault +configuration +SMTP_URL must be an address/m)
    expect(out).toMatch(/^warning +configuration +BACKUP_RECIPENT is set, but is no setting: did you mean BACKUP_RECIPIENT\?$/m)
    expect(out).not.toContain('hidden')
    expect(out).toContain('3 checks: 2 faults, 1 warning.')
    expect(code).toBe(1)
  })

  it('says why PostgreSQL cannot be reached, and checks the rest', async () => {
    const url = `postgres://portal:hunter2secret@127.0.0.1:${await freePort()}/portal`
    const { out, complaint, code } = await runCommand('doctor', [], { ...environment, DATABASE_URL: url, SMTP_URL: smtp.url })
    expect(out).toMatch(/^fault +database +PostgreSQL cannot be used: .*ECONNREFUSED/m)
    expect(out).toMatch(/^ok +mail /m)
    expect(out).toMatch(/^not checked +backup +The database was not opened/m)
    expect(out + complaint).not.toContain('hunter2secret')
    expect(code).toBe(1)
  })

  it('says whether backups can be put into their place, are encrypted, recent and elsewhere', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'fieldport-kept-'))
    const recipient = await identityToRecipient(await generateIdentity())
    const good = { BACKUP_TO: elsewhere, BACKUP_RECIPIENT: `${recipient}, ${recipient}` }
    expect(await placed({})).toMatchObject({ verdict: 'ok', sentence: expect.stringContaining('BACKUP_TO is not set') })
    expect(await placed(good)).toMatchObject({ verdict: 'ok', sentence: expect.stringMatching(/none is there yet\. .* 2 recipients/) })
    expect(await readdir(elsewhere)).toEqual([])
    expect(await placed({ BACKUP_TO: elsewhere })).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('not encrypted') })
    expect(await placed({ ...good, BACKUP_TO: join(folder, 'kept') })).toMatchObject({
      verdict: 'warning',
      sentence: expect.stringContaining('in DATA_DIR'),
    })
    const name = `fieldport-localhost-3000-2026-01-05T020000Z.tar.age`
    await writeFile(join(elsewhere, name), '')
    expect(await placed(good, after(25))).toMatchObject({ verdict: 'ok', sentence: expect.stringContaining('the newest of 2026-01-05T02') })
    expect(await placed(good, after(27))).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('too old') })
    const none = await placed({ ...good, BACKUP_TO: join(elsewhere, name, 'within a file') })
    expect(none).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('ENOTDIR') })
    await rm(elsewhere, { recursive: true })
  })

  it('says why the mail server does not let us in', async () => {
    const nobody = await findingOf('mail', { ...environment, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    expect(nobody).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('ECONNREFUSED') })
  })

  it('never prints a secret, even if the other side repeats it', async () => {
    const mailServer = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) => done(new Error(`The password ${password} is wrong`)),
    })
    const mailPort = await freePort()
    mailServer.listen(mailPort, '127.0.0.1')
    await once(mailServer.server, 'listening')
    const { out, complaint } = await runCommand('doctor', [], {
      ...environment,
      DATABASE_URL: `postgres://portal:pw-database@127.0.0.1:${await freePort()}/pw-database`,
      SMTP_URL: `smtp://portal:pw-m%C3%A0il@127.0.0.1:${mailPort}`,
      SMS_URL: `http://127.0.0.1:${await freePort()}/?token=pw-query`,
      SMS_TOKEN: 'pw-token',
    })
    await new Promise<void>((resolve) => mailServer.close(resolve))
    expect(out).toMatch(/^fault +mail .*The password \*\*\* is wrong/m)
    expect(out).toMatch(/^fault +database .*\/\*\*\* answers/m)
    expect(out + complaint).not.toContain('pw-')
  })

  it('asks the SMS gateway for nothing', async () => {
    const methods: (string | undefined)[] = []
    let answer = 405
    const gateway = createServer(({ method }, response) => {
      methods.push(method)
      response.writeHead(answer).end()
    })
    gateway.listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const SMS_URL = addressOf(gateway)
    const says = async (status: number) => {
      answer = status
      return (await findingOf('SMS', { ...environment, SMS_URL })).verdict
    }
    expect(await says(204)).toBe('ok')
    for (const refusal of [401, 404, 405, 501]) expect(await says(refusal)).toBe('not checked')
    expect(await says(503)).toBe('warning')
    expect(new Set(methods)).toEqual(new Set(['HEAD']))
    gateway.closeAllConnections()
    gateway.close()
    expect(await findingOf('SMS', { ...environment, SMS_URL })).toMatchObject({ verdict: 'fault' })
  })

  it('says that files cannot be written', async () => {
    // Where the folder should be there is a file: that stops root, too.
    const blocked = await mkdtemp(join(tmpdir(), 'fieldport-blocked-'))
    await writeFile(join(blocked, 'files'), '')
    expect(await findingOf('storage', { DATA_DIR: blocked })).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringContaining('cannot be kept'),
    })
    await rm(blocked, { recursive: true })
  })

  it('tells how much of the disk is free', async () => {
    const config = readConfig(environment)
    const look = (freeBytes: number, percent: number) => checkDisk(config, () => Promise.resolve({ freeBytes, percent }))
    expect(await look(50 * gibibyte, 50)).toMatchObject({ verdict: 'ok' })
    expect(await look(50 * gibibyte, 9)).toMatchObject({ verdict: 'warning' })
    expect(await checkDisk(config, () => Promise.resolve(undefined))).toMatchObject({ verdict: 'not checked' })
    expect(await look(1024 ** 2, 50)).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('1 MiB (50 %)') })
  })

  it('tells a certificate that nobody trusts, that has ended, or that ends soon', async () => {
    const tls = await startTlsServer(valid)
    const look = () => findingOf('certificate', { ...environment, PUBLIC_URL: tls.url })
    expect(await look()).toMatchObject({ verdict: 'fault', sentence: expect.stringMatching(/SELF_SIGNED/) })
    tls.renew({ startsAt: inDays(-90), endsAt: inDays(-2.5) })
    expect(await look()).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('has ended, 3 days ago') })
    await tls.stop()
    expect(await look()).toMatchObject({ verdict: 'not checked', sentence: expect.stringContaining('ECONNREFUSED') })
  })

  it('does not call the clock right that it could not compare', async () => {
    const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`
    expect(await findingOf('clock', { ...environment, PUBLIC_URL })).toMatchObject({ verdict: 'not checked' })
    expect(await findingOf('public address', { ...environment, PUBLIC_URL })).toMatchObject({ verdict: 'warning' })
  })

  it('tells whether the portal answers behind its address, with HSTS and the right time', async () => {
    const answers = { body: '{"isAlive":true}', aheadMs: 0, busyMs: 0 }
    const machine = createRunningMachine()
    const server = createServer((_, response) => {
      response.setHeader('Date', new Date(machine.wallMs() + answers.aheadMs).toUTCString())
      machine.pass(answers.busyMs)
      response.end(answers.body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const PUBLIC_URL = addressOf(server)
    const look = (name: string) => findingOf(name, { ...environment, PUBLIC_URL }, machine)
    expect(await look('public address')).toMatchObject({ verdict: 'ok' })
    expect(await look('clock')).toMatchObject({ verdict: 'ok' })
    // A busy computer reads the answer nine seconds after it was given.
    answers.busyMs = 9_000
    expect(await look('clock')).toMatchObject({ verdict: 'ok' })
    answers.aheadMs = 120_000
    expect(await look('clock')).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('behind') })
    answers.body = '<h1>Welcome to nginx</h1>'
    expect(await look('public address')).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('no Fieldport') })
    server.closeAllConnections()
    server.close()
    expect(await look('public address')).toMatchObject({ verdict: 'warning', sentence: expect.stringContaining('Nothing answers') })
  })

  it('says that no proxy is named behind which people count as one', async () => {
    const PUBLIC_URL = `https://127.0.0.1:${await freePort()}`
    expect(await findingOf('proxies', { ...environment, PUBLIC_URL })).toMatchObject({ verdict: 'warning' })
    expect(await findingOf('proxies', { ...environment, PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' })).toMatchObject({ verdict: 'ok' })
  })

  it('refuses what is no address for a test mail', async () => {
    const { complaint, code } = await runCommand('doctor', ['--mail', 'nobody'], environment)
    expect(complaint).toContain('Usage: npm run doctor')
    expect(code).toBe(1)
  })
})
