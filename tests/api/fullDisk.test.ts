// @module-tag rest
/** A disk that takes no more: what is asked of it fails with a code, nothing half stays, and everything goes on once there is room. */
import fs, { mkdtemp, readdir, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../../src/app/api/createApi.ts'
import { basePath } from '../../src/contract/basePath.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { files } from '../../src/server/db/tables.ts'
import { isDatabaseUnavailable } from '../../src/server/http/isDatabaseUnavailable.ts'
import { password, startApiServer } from '../support/apiServer.ts'
import { startCallsServer } from '../support/callsServer.ts'
import { addFirmware, firmwareBody } from '../support/catalogue.ts'
import { pdf, register } from '../support/coils.ts'
import { createPostgresDatabase } from '../support/databases.ts'
import { serverOnPostgres } from '../support/servers.ts'

/** What the disk says of itself, and what it does when the next file is written to it. */
const disk = { freeBytes: Number.MAX_SAFE_INTEGER, writeFails: null as string | null }
const real = { open: fs.open, statfs: fs.statfs }

const open: typeof fs.open = async (...given) => {
  const handle = await real.open(...given)
  if (disk.writeFails === null || given[1] !== 'wx') return handle
  const { writeFile } = handle
  handle.writeFile = async (data, options) => {
    // As much as there was room for.
    await writeFile.call(handle, Buffer.from(data as Uint8Array).subarray(0, 10), options)
    throw Object.assign(new Error('the disk takes no more'), { code: disk.writeFails })
  }
  return handle
}
const statfs = async (...given: Parameters<typeof fs.statfs>) =>
  Object.assign(await real.statfs(...given), { bavail: disk.freeBytes, bsize: 1 })

function replaceInNode(functions: object): void {
  Object.assign(fs, functions)
  syncBuiltinESMExports()
}

beforeAll(() => replaceInNode({ open, statfs }))
afterAll(() => replaceInNode(real))

const unavailable = { code: 'service.unavailable.error', status: 503 }

beforeEach(() => {
  disk.freeBytes = Number.MAX_SAFE_INTEGER
  disk.writeFails = null
})

serverOnPostgres((server) => {
  const stored = async () => {
    const all = await readdir(join(server.context.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
    return all.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  describe.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])('a disk that fails with %s in the middle of a file', (code) => {
    it('is 503, leaves no row and no bytes, and the next upload of the same file works', async () => {
      const [ada, admin] = [await server.signInAs('ROLE_CUSTOMER'), await server.signInAs('ROLE_ADMIN')]
      const { db } = server.context
      const before = { rows: await db.$count(files), stored: await stored() }
      const proof = new File([pdf, crypto.randomUUID()], 'invoice.pdf')
      const bytes = crypto.getRandomValues(new Uint8Array(2_000))
      disk.writeFails = code
      await expect(register(ada, { proof })).rejects.toMatchObject({ ...unavailable, retryAfterSeconds: expect.any(Number) })
      await expect(addFirmware(admin, { bytes })).rejects.toMatchObject(unavailable)
      expect({ rows: await db.$count(files), stored: await stored() }).toEqual(before)

      disk.writeFails = null
      await expect(register(ada, { proof })).resolves.toHaveProperty('purchaseProof.fileName', 'invoice.pdf')
      await expect(addFirmware(admin, { bytes })).resolves.toEqual(expect.any(Number))
      expect({ rows: await db.$count(files), stored: (await stored()).length }).toEqual({
        rows: before.rows + 2,
        stored: before.stored.length + 2,
      })
    })
  })

  it('that is nearly full takes no more files, and everything else goes on', async () => {
    const ada = await server.signInAs('ROLE_CUSTOMER')
    disk.freeBytes = 100 * 1024 * 1024
    await expect(register(ada)).rejects.toMatchObject(unavailable)
    await expect(ada.accessory.getUserAccessoriesForUser()).resolves.toEqual([])
    await expect((await server.signInAs('ROLE_CUSTOMER')).user.getProfile()).resolves.toHaveProperty('firstname')
    disk.freeBytes = 200 * 1024 * 1024
    await expect(register(ada)).resolves.toHaveProperty('id')
  })

  it('is 503 where PostgreSQL finds no room', async () => {
    const ada = await server.signInAs('ROLE_CUSTOMER')
    const { db } = server.context
    const before = await db.$count(files)
    for (const sqlState of ['53100', '58030']) {
      // What the server itself says where a table cannot grow; only an administrator of the machine could fill its disk.
      await db.execute(`create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file "base/5/17106": No space left on device' using errcode = '${sqlState}'; end $$`)
      await db.execute('create or replace trigger refuse before insert on accessories for each row execute function refuse()')
      await expect(register(ada)).rejects.toMatchObject(unavailable)
    }
    expect(await db.$count(files)).toBe(before)
    await db.execute('drop trigger refuse on accessories')
    await expect(register(ada)).resolves.toHaveProperty('id')
  })
})

it('a file that the operating system itself cuts short leaves nothing behind', async () => {
  const databaseUrl = await createPostgresDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-cut-'))
  const connection = await connectDatabase({ databaseUrl, dataDir: '' })
  const accounts = await startApiServer(connection.db)
  const { username } = await accounts.join({ role: 'ROLE_ADMIN' })
  // No file may be larger than 8192 blocks, of 512 or 1024 bytes: the write that would make it so fails with EFBIG.
  const limited = ['sh', '-c', 'ulimit -f 8192 && exec "$@"', 'sh']
  const server = await startCallsServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, limited)
  const session = await server.api.authentication.login({ body: { username, password } })
  const admin = createApi({
    fetch,
    baseUrl: server.url + basePath,
    session: { read: () => session, write: () => undefined, end: () => undefined },
  })
  const stored = async () =>
    (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

  const tooLarge = firmwareBody({ bytes: crypto.getRandomValues(new Uint8Array(60_000)) })
  const body = { ...tooLarge, file: new File([tooLarge.file, new Uint8Array(9 * 1024 * 1024)], 'large.bin') }
  await expect(admin.firmware.create({ body })).rejects.toMatchObject(unavailable)
  expect(await stored()).toEqual([])
  expect(await connection.db.$count(files)).toBe(0)
  await expect(admin.firmware.create({ body: firmwareBody() })).resolves.toHaveProperty('id')
  expect(await stored()).toHaveLength(1)

  await server.stop('SIGTERM')
  await accounts.dispose()
  await connection.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the embedded database on a disk that is nearly full', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldport-full-'))
    folders.push(folder)
    return folder
  }

  // Makes a cluster of its own first.
  it('refuses to write, which it would never return from, goes on reading, and writes again when there is room', async () => {
    const connection = await connectDatabase({ dataDir: await newFolder() })
    const server = await startApiServer(connection.db)
    const ada = await server.signInAs('ROLE_CUSTOMER')
    disk.freeBytes = 60 * 1024 * 1024
    await expect(server.signIn('somebody@example.com')).rejects.toMatchObject(unavailable)
    await expect(ada.user.getProfile()).resolves.toHaveProperty('firstname')
    await expect(connection.db.transaction(async (db) => db.$count(files))).rejects.toHaveProperty('code', 'ENOSPC')
    expect((await server.requestAt('/readyz')).status).toBe(200)
    disk.freeBytes = 70 * 1024 * 1024
    await expect((await server.signInAs('ROLE_CUSTOMER')).user.getProfile()).resolves.toHaveProperty('firstname')
    await server.dispose()
    await connection.close()
  })

  it('does not start, and says why in a sentence', async () => {
    disk.freeBytes = 0
    await expect(connectDatabase({ dataDir: await newFolder() })).rejects.toThrow(
      /^The disk with the folder .+ has less than 64 MiB free\.$/,
    )
  })
})

const said = (text: string) => Object.assign(new Error(`could not extend file "base/5/17109": ${text}`), { code: 'XX000' })

it('PostgreSQL on a full disk is known by what it says where it has no code for it', () => {
  for (const text of ['File too large', 'Disk quota exceeded', 'Read-only file system'])
    expect(isDatabaseUnavailable(said(text))).toBe(true)
  expect(isDatabaseUnavailable(said('is a directory'))).toBe(false)
})
