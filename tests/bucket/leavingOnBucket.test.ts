/** People who leave a portal whose files and backups are in buckets. */
import { strFromU8, unzipSync } from 'fflate'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findErasedBeside, noteErased } from '../../src/server/backup/scheduled/erasedList.ts'
import { openDestination } from '../../src/server/backup/scheduled/openDestination.ts'
import { accountDeletions } from '../../src/server/db/tables.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import { makeExport } from '../../src/server/leaving/dataExport.ts'
import { type ApiServer, bearer, startApiServer } from '../support/apiServer.ts'
import { listed, readAll } from '../support/contents.ts'
import { onPostgres } from '../support/databases.ts'
import { addCatalogue, addLeaver, factsOf, findWords, type Leaver } from '../support/leaver.ts'
import { createBucket } from '../support/swift.ts'

const hourMs = 60 * 60_000

onPostgres(({ open }) => {
  let server: ApiServer
  let [ada, ben]: Leaver[] = []

  beforeAll(async () => {
    const [stored, kept] = [await createBucket(inject('s3Endpoint')), await createBucket(inject('s3Endpoint'))]
    server = await startApiServer(await open(), { ...stored, BACKUP_TO: `s3://${kept.S3_BUCKET}/portal` })
    const { db, storage } = server.context
    const catalogue = await addCatalogue(db, storage)
    ada = await addLeaver(db, storage, 'ada', catalogue)
    ben = await addLeaver(db, storage, 'ben', catalogue)
  })
  afterAll(() => server.dispose())

  it('download their archive from the bucket, with their documents', async () => {
    const { username } = await server.join()
    const customer = await server.signIn(username)
    const [asked] = (await customer.leaving.requestExport()).exports
    await makeExport(server.context, asked?.id ?? 0)
    const body = new URLSearchParams({ exportId: String(asked?.id) })
    const answer = await server.request('/leaving/downloadExport', { method: 'POST', headers: bearer(customer), body })
    const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(strFromU8(archive['data/users.json'] ?? new Uint8Array())).toContain(username)
  })

  it('are gone from the database and the bucket, while others keep what is theirs', async () => {
    const { db, storage, clock } = server.context
    await db
      .update(accountDeletions)
      .set({ dueAt: clock() })
      .where(eq(accountDeletions.userId, ada?.id ?? 0))
    await eraseAccount(server.context, ada?.id ?? 0)
    expect(await findWords(db, Object.values(factsOf('ada')))).toEqual([])
    await removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * hourMs) })
    const names = (await listed(storage)).map(({ sha256 }) => sha256)
    expect(names).not.toContain(ada?.sha256)
    expect(strFromU8(await readAll(storage, ben?.sha256 ?? ''))).toContain('the invoice of a personben')
  })

  it('keep the list of erased people, which grows and is read back [T889]', async () => {
    const { config } = server.context
    const other = { userId: 7, since: new Date('2026-01-01T00:00:00.000Z'), erasedAt: new Date('2026-02-01T00:00:00.000Z') }
    await noteErased(config, [other])
    await noteErased(config, [other])
    const erased = await findErasedBeside(config, `${config.dataDir}/a.backup`)
    expect(erased.map(({ userId }) => userId).toSorted((one, another) => one - another)).toEqual(
      [ada?.id ?? 0, 7].toSorted((one, another) => one - another),
    )
    expect(erased).toContainEqual(other)
    if (config.backupTo === undefined) throw new Error('no BACKUP_TO')
    const destination = await openDestination(config.backupTo)
    await expect(destination.read('another name')).resolves.toBeUndefined()
    const [name = ''] = await destination.names()
    for (const word of Object.values(factsOf('ada'))) expect(new TextDecoder().decode(await destination.read(name))).not.toContain(word)
  })
})
