// @module-tag rest
/** `npm run rotate-keys`, servers that start with and without the right secret, and what `npm run doctor` says of both. */
import { randomBytes } from 'node:crypto'
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openContext } from '../../src/server/openContext.ts'
import { onEmbedded, onPostgres, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { runCommand } from '../support/scripts.ts'

const newSecret = () => randomBytes(32).toString('hex')
const succeeded = { complaint: '', code: 0 }

onPostgres(({ createPlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await createPlace()
  })
  type Variables = Record<string, string>
  /** A server of the place: the id of the key that it signs with. */
  const start = async (variables: Variables = {}) => {
    const { context, close } = await openContext({ NODE_ENV: 'production', LOG_LEVEL: 'silent', ...place.environment, ...variables })
    const { id } = (await context.keyRing.read(context.db)).current()
    await close()
    return id
  }
  const rotate = (parts: readonly string[], variables: Variables = {}) =>
    runCommand('rotateKeys', parts, { ...place.environment, ...variables })
  const finding = (name: string, variables: Variables = {}) => findingOf(name, { ...place.environment, ...variables })

  it('makes a secret of its own that only its user can read, and nothing else', async () => {
    const id = await start()
    const path = join(place.dataDir, 'secret.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^[\da-f]{64}\n$/)
    expect((await readdir(place.dataDir)).filter((name) => name.includes('unfinished'))).toEqual([])
    expect(await start()).toBe(id)
  })

  it('makes no file where there is a SECRET_KEY', async () => {
    await start({ SECRET_KEY: newSecret() })
    expect(await readdir(place.dataDir)).not.toContain('secret.key')
  })

  it('a server with another secret, or with none, does not start and names SECRET_KEY', async () => {
    const SECRET_KEY = newSecret()
    const id = await start({ SECRET_KEY })
    await expect(start({ SECRET_KEY: newSecret() })).rejects.toThrow('SECRET_KEY does not open them. Set SECRET_KEY')
    await expect(start()).rejects.toThrow('this server has none. Set SECRET_KEY')
    expect(await readdir(place.dataDir)).not.toContain('secret.key')
    expect(await finding('signing keys', { SECRET_KEY: newSecret() })).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringContaining('SECRET_KEY does not open them'),
    })
    expect(await rotate([], { SECRET_KEY: newSecret() })).toMatchObject({ complaint: expect.stringContaining('SECRET_KEY'), code: 1 })
    expect(await start({ SECRET_KEY })).toBe(id)
  })

  it('a SECRET_KEY that comes later is refused with the way to it, which keeps the keys', async () => {
    const id = await start()
    const SECRET_KEY = newSecret()
    await expect(start({ SECRET_KEY })).rejects.toThrow(/secret\.key, from before SECRET_KEY was set.*rotate-keys -- --secret/)
    expect(await finding('signing keys', { SECRET_KEY })).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringContaining('rotate-keys -- --secret'),
    })
    const changed = await rotate(['--secret'], { SECRET_KEY })
    expect(changed).toMatchObject({ out: expect.stringContaining('wrapped by SECRET_KEY from now on: 1.'), ...succeeded })
    expect(changed.out).not.toContain(SECRET_KEY)
    expect(await start({ SECRET_KEY })).toBe(id)
    await expect(start()).rejects.toThrow('SECRET_KEY')
    expect(await rotate(['--secret'], { SECRET_KEY })).toMatchObject(succeeded)
  })

  it('one SECRET_KEY follows another, whose file is named', async () => {
    const [old, SECRET_KEY] = [newSecret(), newSecret()]
    const id = await start({ SECRET_KEY: old })
    const file = join(place.dataDir, 'old.key')
    expect(await rotate(['--secret'], { SECRET_KEY })).toMatchObject({ complaint: expect.stringContaining('--from-file FILE'), code: 1 })
    await writeFile(file, newSecret())
    expect(await rotate(['--secret', '--from-file', file], { SECRET_KEY })).toMatchObject({
      complaint: 'The old secret does not open the signing keys. Nothing was changed.\n',
      code: 1,
    })
    expect(await start({ SECRET_KEY: old })).toBe(id)
    await writeFile(file, `${old}\n`)
    expect(await rotate(['--secret', '--from-file', file], { SECRET_KEY })).toMatchObject(succeeded)
    expect(await start({ SECRET_KEY })).toBe(id)
  })

  it('the file of the data folder is replaced by a new one', async () => {
    const id = await start()
    const [path, old] = [join(place.dataDir, 'secret.key'), join(place.dataDir, 'old.key')]
    const before = await readFile(path, 'utf8')
    await rename(path, old)
    expect(await rotate(['--secret'])).toMatchObject({ complaint: expect.stringContaining('--from-file FILE'), code: 1 })
    expect(await rotate(['--secret', '--from-file', old])).toMatchObject(succeeded)
    expect(await readFile(path, 'utf8')).not.toBe(before)
    await rm(old)
    expect(await start()).toBe(id)
  })

  it('new keys take the place of those whose secret is lost', async () => {
    const id = await start()
    await rm(join(place.dataDir, 'secret.key'))
    const SECRET_KEY = newSecret()
    await expect(start({ SECRET_KEY })).rejects.toThrow('SECRET_KEY')
    expect(await rotate(['--lost-secret'], { SECRET_KEY })).toMatchObject(succeeded)
    expect(await start({ SECRET_KEY })).not.toBe(id)
  })

  it('a new key signs after the command, which says how long the former one counts', async () => {
    const id = await start()
    const { out, ...rest } = await rotate([])
    expect(rest).toEqual(succeeded)
    expect(out).toContain('accepted for 16 more minutes: nobody is signed out')
    expect(await start()).not.toBe(id)
    for (const parts of [['now'], ['--secret', '--lost-secret'], ['--from-file', 'x']])
      expect(await rotate(parts)).toMatchObject({ complaint: expect.stringContaining('Usage: npm run rotate-keys'), code: 1 })
  })

  it('a backup holds nothing of the ring that a restore brings back, and no secret', async () => {
    const id = await start()
    const file = join(place.dataDir, 'the.backup')
    expect(await runCommand('backup', [file], place.environment)).toMatchObject(succeeded)
    const content = await readFile(file)
    expect(content.includes((await readFile(join(place.dataDir, 'secret.key'), 'utf8')).trim())).toBe(false)
    const target = await createPlace()
    expect(await runCommand('restore', [file], target.environment)).toMatchObject(succeeded)
    place = target
    expect(await start({ SECRET_KEY: newSecret() })).not.toBe(id)
  })
})

describe('what the doctor says of the secret', () => {
  const folder = join(tmpdir(), `fieldport-secret-${randomBytes(8).toString('hex')}`)
  const environment = { DATA_DIR: folder }
  const onPostgresql = { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }

  it('the folder of the embedded database holds it, unless there is a SECRET_KEY', async () => {
    expect(await findingOf('secret', environment)).toMatchObject({
      verdict: 'ok',
      sentence: expect.stringContaining('The first start makes'),
    })
    expect(await findingOf('secret', { ...environment, SECRET_KEY: newSecret() })).toMatchObject({
      verdict: 'ok',
      sentence: 'SECRET_KEY wraps the signing keys.',
    })
  })

  it('PostgreSQL in production needs a SECRET_KEY; a demo does not', async () => {
    expect(await findingOf('secret', onPostgresql)).toMatchObject({
      verdict: 'fault',
      sentence: expect.stringContaining('There is no SECRET_KEY'),
      whatToDo: expect.stringContaining('Set SECRET_KEY on every server'),
    })
    expect(await findingOf('secret', { ...onPostgresql, DEMO: 'true' })).toMatchObject({ verdict: 'ok' })
    expect(await findingOf('secret', { ...onPostgresql, SECRET_KEY: newSecret() })).toMatchObject({ verdict: 'ok' })
  })
})

onEmbedded('folder', ({ createPlace }) => {
  it('the doctor notices a secret that others can read', async () => {
    const { environment, dataDir } = await createPlace()
    const path = join(dataDir, 'secret.key')
    await writeFile(path, newSecret())
    await chmod(path, 0o644)
    expect(await findingOf('secret', environment)).toMatchObject({ verdict: 'warning', whatToDo: `Run "chmod 600 ${path}".` })
  })
})
