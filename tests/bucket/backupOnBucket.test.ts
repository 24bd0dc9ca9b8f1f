/** Backups and restores of an installation whose files are in a bucket. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import { type BucketLine, openBucketLine } from '../support/bucketLine.ts'
import { listed, readAll, sha256Of } from '../support/contents.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { allRows } from '../support/installations.ts'
import { runCommand } from '../support/scripts.ts'
import { createBucket } from '../support/swift.ts'

type Environment = Readonly<Record<string, string>>

async function stored(environment: Environment): Promise<string[]> {
  const storage = await openStorage(readConfig(environment))
  const names = (await listed(storage)).map(({ sha256 }) => sha256).toSorted()
  for (const name of names) expect(sha256Of(await readAll(storage, name))).toBe(name)
  return names
}

onPostgres(({ createPlace }) => {
  let line: BucketLine
  let source: Place
  let environment: Environment
  let file: string
  let made: unknown

  beforeAll(async () => {
    line = await openBucketLine(inject('s3Endpoint'))
    source = await createPlace()
    environment = { ...source.environment, ...(await createBucket(inject('s3Endpoint'))), S3_ENDPOINT: line.endpoint }
    await inDatabase(source, async (db) => seedDemo(db, await openStorage(readConfig(environment))))
    file = join(source.dataDir, 'the.backup')
    made = await runCommand('backup', [file], environment)
    return () => line.close()
  })
  beforeEach(() => line.damage(null))

  it('is whole', async () => {
    expect(made).toMatchObject({ code: 0 })
    expect(await runCommand('backup', ['--check', file], {})).toMatchObject({ code: 0 })
  })

  it.each(['another bucket', 'a folder'])('comes back into %s, with each row and each file', async (where) => {
    const target = await createPlace()
    const bucket = where === 'a folder' ? {} : await createBucket(inject('s3Endpoint'))
    const restored = { ...target.environment, ...bucket }
    expect(await runCommand('restore', [file], restored)).toMatchObject({ code: 0 })
    const names = await stored(restored)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual(await stored(environment))
    expect((await allRows(target))['files']).toEqual((await allRows(source))['files'])
  })

  it('ends without a file while the bucket fails, and calls no file missing', async () => {
    line.damage('cutResponse', /^GET .*\/files\//)
    const second = join(source.dataDir, 'second.backup')
    const refused = await runCommand('backup', [second], environment)
    expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('The bucket') })
    expect(refused.complaint).not.toContain('missing')
    await expect(rm(second)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('removes nothing from the bucket when a restore cannot read it', async () => {
    const before = await stored(environment)
    line.damage('cutResponse', /^GET .*\/files\//)
    expect(await runCommand('restore', [file, '--replace'], environment)).toMatchObject({ code: 1 })
    line.damage(null)
    expect(await stored(environment)).toEqual(before)
  })
})
