// @module-tag rest
/** Pictures of purchases that were stored before notes of cameras were taken out. */
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { files, proofChecks } from '../../src/server/db/tables.ts'
import { sha256InPieces } from '../../src/server/files/sha256InPieces.ts'
import { storeFile } from '../../src/server/files/storeFile.ts'
import { stripProofs } from '../../src/server/jobs/stripProofs.ts'
import { picture } from '../support/pictures.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  async function addOld(mark: string): Promise<number> {
    const { db, storage, clock } = server.context
    const bytes = Buffer.concat([await (await picture('jpeg', { width: 400, height: 300 })).bytes(), Buffer.from(mark)])
    const about = { pieces: [bytes], filename: `${mark}.jpg`, kind: 'purchaseProof', mediaType: 'image/jpeg' } as const
    const id = await (await storeFile({ storage, now: clock() }, about))(db)
    await db.insert(proofChecks).values({ fileId: id, state: 'approved', submittedAt: clock(), decidedAt: clock() })
    return id
  }
  const rowOf = async (id: number) => (await server.context.db.select().from(files).where(eq(files.id, id)))[0]

  it('lose them once, also after an interruption; what was approved stays approved, and one that is broken stops no other [T1149]', async () => {
    const { db, storage, log } = server.context
    const ids = [await addOld('first'), await addOld('broken'), await addOld('last')]
    const [first = 0, broken = 0, last = 0] = ids
    const before = await Promise.all(ids.map(rowOf))
    const checks = await db.select().from(proofChecks).orderBy(proofChecks.fileId)
    const stopping = new AbortController()
    const opened: string[] = []
    const counting = {
      ...storage,
      open(sha256: string) {
        opened.push(sha256)
        stopping.abort()
        if (sha256 === before[1]?.sha256) return Promise.reject(new Error('unreadable'))
        return storage.open(sha256)
      },
    }
    const strip = (signal: AbortSignal) => stripProofs({ db, log, storage: counting }, signal)
    await expect(strip(stopping.signal)).rejects.toThrow('aborted')
    expect((await Promise.all(ids.map(rowOf))).map((row) => row?.isStripped)).toEqual([true, false, false])
    await strip(new AbortController().signal)
    await strip(new AbortController().signal)
    // The broken one is tried each time.
    expect(opened).toEqual([before[0], before[1], before[2], before[1]].map((row) => row?.sha256))
    expect(await rowOf(broken)).toEqual(before[1])
    for (const id of [first, last]) {
      const row = await rowOf(id)
      const bytes = await buffer(await storage.open(row?.sha256 ?? ''))
      expect(row).toMatchObject({ isStripped: true, sizeBytes: bytes.length, sha256: await sha256InPieces([bytes]) })
      expect([bytes.includes('secret owner'), bytes.includes('first'), bytes.includes('last')]).toEqual([false, false, false])
    }
    expect(await db.select().from(proofChecks).orderBy(proofChecks.fileId)).toEqual(checks)
  })
})
