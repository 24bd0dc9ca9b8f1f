/** The command that makes a demo's database a real one's, and what the other commands say until then. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type Database } from '../../src/server/db/connect.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { products, userProducts, users } from '../../src/server/db/tables.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { createPostgresDatabase } from '../support/databases.ts'

const testMs = 150_000

describe.each(['embedded', 'postgresql'] as const)('on the %s database', (kind) => {
  let dataDir = ''
  let databaseUrl: string | undefined

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fieldport-purge-'))
    if (kind === 'postgresql') databaseUrl = await createPostgresDatabase()
    await withDatabase((db) => seedDemo(db, openFolderStorage(join(dataDir, 'files'))))
  }, testMs)
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  /** As the npm script of that name does in production. */
  async function run(command: 'purgeDemo' | 'createAdmin' | 'seed', ...parts: string[]) {
    const place = { NODE_ENV: 'production', DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const child = spawn(process.execPath, ['--import', 'tsx', `src/server/commands/${command}.ts`, ...parts], {
      env: { ...process.env, ...place },
    })
    const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { out, complaint, code: Number(code) }
  }

  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { db, close } = await connectDatabase({ databaseUrl, dataDir })
    try {
      return await work(db)
    } finally {
      await close()
    }
  }

  it('shows first what it would remove, removes it when that is confirmed, and then finds nothing', { timeout: testMs }, async () => {
    const dryRun = await run('purgeDemo')
    const summary = /^Demo data in this database: accounts 387, .* products 4, firmwares 15, .* files 17\.\n/
    expect(dryRun).toEqual({ out: expect.stringMatching(summary), complaint: '', code: 0 })
    expect(dryRun.out).toMatch(/^Nothing was removed yet\. .*npm run purge-demo -- --yes$/m)

    const done = await run('purgeDemo', '--yes')
    expect(done).toEqual({ out: expect.stringMatching(summary), complaint: '', code: 0 })
    expect(done.out).toMatch(/^All of it was removed\./m)
    const again = await run('purgeDemo')
    expect(again).toEqual({ out: 'There is no demo data in this database.\n', complaint: '', code: 0 })
  })

  it('removes nothing, confirmed or not, while real records hang on the demo’s, and lists them', { timeout: testMs }, async () => {
    await withDatabase(async (db) => {
      const about = { passwordHash: 'none', firstname: 'Ann', lastname: 'Owner', phonePrefix: '', phoneNumber: '', country: '' }
      const [ann] = await db
        .insert(users)
        .values({ ...about, username: 'ann@maker.example' })
        .returning()
      const [product] = await db.select().from(products).orderBy(products.id).limit(1)
      const told = { serialNumber: 'ABCDEF0123', materialVersion: 1, protocolVersion: 2, productTypeId: 1 }
      await db.insert(userProducts).values({ ...told, userId: ann?.id ?? 0, productId: product?.id ?? 0 })
    })
    for (const parts of [[], ['--yes']]) {
      const refused = await run('purgeDemo', ...parts)
      expect(refused).toMatchObject({
        complaint:
          'Nothing was removed, because real records hang on demo data:\n  The detector ABCDEF0123 of ann@maker.example is a demo product, Teleco R2.\n',
        code: 1,
      })
    }
    expect(await withDatabase((db) => db.$count(users))).toBe(388)
  })

  it('lets no administrator in and no more customers beside the demo’s accounts', { timeout: testMs }, async () => {
    const admin = await run('createAdmin', 'boss@maker.example')
    expect(admin).toEqual({
      out: '',
      complaint: expect.stringMatching(/^This database holds demo data, .*npm run purge-demo.*\n$/),
      code: 1,
    })
    const seeded = await run('seed', '--users', '1')
    expect(seeded).toEqual({ out: '', complaint: expect.stringMatching(/^Nothing was added: .*NODE_ENV is production.*\n$/), code: 1 })
    expect(await withDatabase((db) => db.$count(users))).toBe(387)
  })
})
