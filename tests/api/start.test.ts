// @module-tag rest
/** What a start says that cannot go on, and what it leaves behind: nothing. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPostgresDatabase } from '../support/databases.ts'
import { freePort } from '../support/freePort.ts'
import { refusal, runByOldNode } from '../support/oldNode.ts'
import { runCommand, scriptPath } from '../support/scripts.ts'

let folder: string
let holder: Server
let taken: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldport-start-'))
  const port = await freePort()
  holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  taken = String(port)
})
afterEach(async () => {
  holder.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (environment: Record<string, string>) => runCommand('main', [], { PORT: '0', ...environment })

it.each(['PORT', 'METRICS_PORT'])('a start whose %s is in use says so, and leaves no data folder behind', async (variable) => {
  const dataDir = join(folder, 'data')
  await expect(start({ DATA_DIR: dataDir, [variable]: taken })).resolves.toEqual({
    out: '',
    complaint: `Fieldport did not start. Port ${taken} on 127.0.0.1 is in use. Stop what uses it, or set ${variable} to another one.\n`,
    code: 1,
  })
  expect(existsSync(dataDir)).toBe(false)
})

it.each([
  ['embedded database', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await createPostgresDatabase() })],
])('a start with the %s whose DATA_DIR is a file, or lies below one, says what to do', async (_, place) => {
  const file = join(folder, 'file')
  await writeFile(file, 'kept')
  for (const dataDir of [file, join(file, 'data')]) {
    const { complaint, code } = await start({ DATA_DIR: dataDir, ...(await place()) })
    expect(complaint).toMatch(
      /^Fieldport did not start\. \S+ cannot be a folder: it is a file, or lies below one\. Set DATA_DIR to a folder\.\n$/,
    )
    expect(complaint).toContain(dataDir)
    expect(code).toBe(1)
  }
  expect(await readFile(file, 'utf8')).toBe('kept')
})

it('a start that may not write to DATA_DIR says what to do', async () => {
  // Not even root makes folders there.
  const { complaint, code } = await start({ DATA_DIR: '/sys/fieldport' })
  expect(complaint).toBe(
    'Fieldport did not start. The user who runs Fieldport may not write to /sys/fieldport. Give that folder to this user, or set DATA_DIR to another one.\n',
  )
  expect(code).toBe(1)
})

it('a start that cannot go on names misspelt variables too, without what they hold', async () => {
  const { complaint } = await start({ DATA_DIR: folder, SMS_CODE: 'always', DEMO: 'false', SMS_ULR: 'https://hidden.example' })
  expect(complaint).toMatch(/^Fieldport did not start\. SMS_CODE is always, so SMS_URL must name the gateway that sends the codes\.\n/)
  expect(complaint).toMatch(/\nSMS_ULR is set, but is no setting: did you mean SMS_URL\?\n$/)
  expect(complaint).not.toContain('hidden')
})

it('the server and each command say in one line what to do under a Node that is too old', async () => {
  const commands = (await readdir('src/server/commands')).map((name) => name.replace('.ts', ''))
  expect(commands.length).toBeGreaterThan(10)
  for (const name of ['main', ...commands]) expect({ name, ...runByOldNode(scriptPath(name)) }).toEqual({ name, ...refusal })
})
