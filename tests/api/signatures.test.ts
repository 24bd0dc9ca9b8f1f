/** Statements and catalogues of releases (docs/releases.md, "Signatures"): what is stored, and what is so now. */
import { base64url } from 'jose'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { readCatalogue } from '../../src/contract/signatures/catalogue.ts'
import { readStatement } from '../../src/contract/signatures/statement.ts'
import { signedCatalogues } from '../../src/server/db/tables.ts'
import { addProduct, keptFileBody } from '../support/catalogue.ts'
import { type Keys, makeKeys, pemOf, rootOf, sign, signRoot } from '../support/releaseKeys.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let keys: Keys

  beforeAll(async () => {
    keys = await makeKeys('2026')
    const releaseRoot = await signRoot(rootOf(keys, 1), [keys.root])
    Object.assign(server.context.config, { releaseRoot, catalogueKey: await pemOf(keys.catalogue), demoReleaseKey: undefined })
  })

  const root = () => rootOf(keys, 1)

  async function open() {
    const desk = await openReleaseDesk(server)
    const firmwareId = await desk.draft()
    const { id } = await desk.releaseOf(firmwareId)
    async function signIt(by = keys.release) {
      const { bytes } = await desk.admin.release.getStatement({ params: { id } })
      const documents = [...(await sign(base64url.decode(bytes), 'release', [by]))]
      return desk.backOffice.release.setStatement({ params: { id }, body: { documents } })
    }
    const read = async (least = 0) => {
      const { catalogue } = await desk.owner.signature.getForType({ params: { typeId: desk.productTypeId } })
      return readCatalogue(catalogue ?? [], {
        root: root(),
        typeId: desk.productTypeId,
        seen: { [keys.catalogue.kid]: least },
        now: new Date(),
      })
    }
    return { ...desk, id, firmwareId, signIt, read }
  }

  it('take what a release key has signed of the release as it is, and nothing else [T621]', async () => {
    const desk = await open()
    const refusal = refused('release.statement.error', 'documents')
    for (const by of [keys.catalogue, keys.root, (await makeKeys('thief')).release])
      await expect(desk.signIt(by)).rejects.toMatchObject(refusal)
    await desk.signIt()
    const { documents } = await desk.admin.release.getStatement({ params: { id: desk.id } })
    const { said } = await readStatement(documents ?? [], root())
    expect(said).toMatchObject({ types: [desk.productTypeId], images: [{ language: expect.any(String) }] })
    // Signed before it required something.
    await desk.admin.release.setRequirements({ params: { id: desk.id }, body: { hardwareVersions: [3] } })
    await expect(
      desk.backOffice.release.setStatement({ params: { id: desk.id }, body: { documents: documents ?? [] } }),
    ).rejects.toMatchObject(refusal)
  })

  it('say what is so now, under numbers that only grow [T622]', async () => {
    const desk = await open()
    expect((await desk.read()).releases).toEqual([])
    await desk.signIt()
    await desk.take(desk.firmwareId, 'released')
    const offered = await desk.read()
    expect(offered.releases).toMatchObject([{ id: desk.id, state: 'released', share: 1, holds: [] }])
    expect((await desk.read()).number).toBe(offered.number)
    await desk.admin.release.hold({ params: { id: desk.id }, body: { hardwareVersions: [3], reasonEn: 'No', reasonFr: 'Non' } })
    const held = await desk.read(offered.number + 1)
    expect(held.releases).toMatchObject([{ state: 'released', holds: [[3]] }])
    await desk.take(desk.firmwareId, 'halt')
    expect((await desk.read(held.number + 1)).releases).toMatchObject([{ state: 'halted' }])
  })

  it('are issued anew each day, and at least at the seconds of the clock, so that a restored backup locks nobody out', async () => {
    const desk = await open()
    const { db } = server.context
    const isOfIt = eq(signedCatalogues.typeId, desk.productTypeId)
    const first = await desk.read()
    expect(first.number).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) - 60)
    expect(Date.parse(first.expiresAt) - Date.parse(first.issuedAt)).toBe(30 * 86_400_000)
    await db
      .update(signedCatalogues)
      .set({ issuedAt: sql`now() - interval '25 hours'` })
      .where(isOfIt)
    expect((await desk.read(first.number + 1)).releases).toEqual(first.releases)
    await db
      .update(signedCatalogues)
      .set({ number: 5, issuedAt: sql`now() - interval '40 days'` })
      .where(isOfIt)
    expect((await desk.read(first.number)).number).toBeGreaterThanOrEqual(first.number)
  })

  it('are issued once where many pages ask at once', async () => {
    const desk = await open()
    const read = await Promise.all(Array.from({ length: 12 }, async () => desk.read()))
    expect(new Set(read.map(({ number }) => number)).size).toBe(1)
  })
  it('are wanted before a release leaves draft, or gets a product, by whichever call', async () => {
    const desk = await open()
    const asked = await desk.admin.release.getStep({ params: { id: desk.id, step: 'beta' }, query: { betaGroupIds: [] } })
    expect(asked.obstacles).toContainEqual({ kind: 'statement', isRefused: true, name: null, customers: null })
    await expect(desk.take(desk.firmwareId, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
    const { versionName } = await desk.releaseOf(desk.firmwareId)
    const save = (productIds: number[]) =>
      desk.admin.firmware.update({ params: { id: desk.firmwareId }, body: keptFileBody({ versionName, isActive: true, productIds }) })
    await expect(save([desk.productId])).rejects.toMatchObject(refused('release.statement.error', 'isActive'))
    await desk.signIt()
    await save([desk.productId])
    expect((await desk.releaseOf(desk.firmwareId)).state).toBe('released')
    const other = await addProduct(desk.admin)
    await expect(save([desk.productId, other])).rejects.toMatchObject(refused('release.statement.error', 'selectedProductIds'))
  })

  it('are listed for pages with the firmware', async () => {
    const desk = await open()
    await desk.signIt()
    await desk.take(desk.firmwareId, 'released')
    await desk.connect()
    const [listed] = await desk.listed()
    const { documents } = await desk.admin.release.getStatement({ params: { id: desk.id } })
    expect(listed?.release?.statement).toEqual(documents)
  })
})
