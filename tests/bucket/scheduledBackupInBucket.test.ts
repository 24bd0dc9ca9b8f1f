/** Scheduled backups that are put into a bucket. */
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { timeOfBackup } from '../../src/server/backup/scheduled/backupName.ts'
import { openDestination } from '../../src/server/backup/scheduled/openDestination.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import { type BucketLine, openBucketLine } from '../support/bucketLine.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { runCommand } from '../support/scripts.ts'
import { createBucket } from '../support/swift.ts'

const signal = new AbortController().signal

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

onPostgres(({ createPlace }) => {
  let line: BucketLine
  let place: Place
  let environment: Record<string, string>

  beforeAll(async () => {
    line = await openBucketLine(inject('s3Endpoint'))
    place = await createPlace()
    const { S3_BUCKET, ...credentials } = await createBucket(inject('s3Endpoint'))
    environment = { ...place.environment, ...credentials, S3_ENDPOINT: line.endpoint, BACKUP_TO: `s3://${S3_BUCKET}/portal/nightly` }
    await inDatabase(place, (db) => seedDemo(db, openFolderStorage(join(place.dataDir, 'files'))))
    return () => line.close()
  })
  beforeEach(() => line.damage(null))

  const destination = () => {
    const { backupTo } = readConfig(environment)
    if (backupTo === undefined) throw new Error('no BACKUP_TO')
    return openDestination(backupTo)
  }
  const ours = async () => (await (await destination()).names()).filter((name) => timeOfBackup(readConfig(environment), name) !== undefined)

  it('are there under their prefix, and only our own old ones are removed', async () => {
    const there = await destination()
    const days = [5, 6, 7, 8, 9, 10, 11, 12, 13].map(
      (day) => `fieldport-localhost-3000-2026-01-${String(day).padStart(2, '0')}T020000Z.tar`,
    )
    for (const name of [...days, 'notes.txt', 'older/fieldport-localhost-3000-2026-01-01T020000Z.tar'])
      await there.put(name, pieces('a ', 'b'), signal)
    const { out, code } = await runCommand('backup', ['--scheduled'], environment)
    expect(code).toBe(0)
    expect(out).toMatch(/is in the bucket s3:\/\/.*\/portal\/nightly\/, and was rehearsed/)
    const names = await there.names()
    expect(names).toEqual(expect.arrayContaining(['notes.txt', 'older/fieldport-localhost-3000-2026-01-01T020000Z.tar']))
    expect((await ours()).filter((name) => days.includes(name))).toEqual(days.slice(3))
    expect(await ours()).toHaveLength(7)
    expect(await findingOf('backup place', environment)).toMatchObject({
      verdict: 'warning',
      sentence: expect.stringContaining('not encrypted'),
    })
  })

  it('leave none while the bucket breaks off, and say why', async () => {
    const before = await ours()
    line.damage('cut', /^PUT .*partNumber/)
    const refused = await runCommand('backup', ['--scheduled'], environment)
    expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('The bucket') })
    expect(await ours()).toEqual(before)
  })

  it('are a fault for the doctor where they cannot be put', async () => {
    const wrong = { ...environment, BACKUP_TO: 's3://no-such-bucket' }
    expect(await findingOf('backup place', wrong)).toMatchObject({ verdict: 'fault', sentence: expect.stringContaining('no-such-bucket') })
  })
})
