// @module-tag rest
/** Whom a step says that it reaches: as many as the lists then give it to. With `CAMPAIGN_FACTOR=200`, of 100,000 customers. */
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import type { Caller } from '../../src/server/auth/caller.ts'
import { betaGroups, detectorStates, products, productUpdates, releases, userProducts, users } from '../../src/server/db/tables.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { askRules } from '../../src/server/entities/release/detectorKinds.ts'
import { findProductRights, isOfferedNow } from '../../src/server/entities/firmware/offeredFirmware.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import { addBetaGroup, addFirmware, releaseIdOf } from '../support/catalogue.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

const customers = 500 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 })

serverOnPostgres((server) => {
  beforeAll(async () => {
    const { db, storage } = server.context
    await seedMany(db, storage, customers, () => undefined)
    await db.execute(sql`update users set is_deleted = true where id % 17 = 0`)
    await db.execute(sql`update users set is_beta_tester = id % 5 = 0`)
    await db.execute(sql`update user_products set is_deleted = true where id % 13 = 0`)
  })

  it('counts customers, detectors and those without a firmware as the lists give them, also as a beta and with deleted ones', async () => {
    const { db } = server.context
    const [group, gone] = await db
      .insert(betaGroups)
      .values([{ name: 'Some' }, { name: 'Gone', isDeleted: true }])
      .returning()
    if (group === undefined || gone === undefined) throw new Error('no group')
    await db.execute(sql`insert into beta_group_users (beta_group_id, user_id) select ${group.id}::bigint, id from users where id % 3 = 0`)
    await db.execute(sql`insert into beta_group_users (beta_group_id, user_id) select ${gone.id}::bigint, id from users where id % 3 = 1`)
    const admin = await server.signInAs('ROLE_ADMIN')
    const [first, second] = await db.select().from(products).orderBy(products.id)
    if (first === undefined || second === undefined) throw new Error('no products')
    const productIds = [first.id, second.id]
    const id = await addFirmware(admin, { productIds, isActive: false })
    const releaseId = await releaseIdOf(admin, id)

    async function offeredByLists() {
      const owned = await db
        .select({
          user: users,
          productId: userProducts.productId,
          isEmpty: sql<boolean>`coalesce(${detectorStates.state} = 'none', false)`,
        })
        .from(userProducts)
        .innerJoin(users, eq(users.id, userProducts.userId))
        .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
        .where(and(not(userProducts.isDeleted), not(users.isDeleted), inArray(userProducts.productId, productIds)))
      const offered = { customers: new Set<number>(), detectors: 0, withoutFirmware: 0 }
      for (const { user, productId, isEmpty } of owned) {
        const { id: userId, role, isBetaTester, locale } = user
        const nothingDue = { mustChoosePassword: false, lacksFactor: false, hasFreshSignIn: false, familyId: '' }
        const caller: Caller = { id: userId, role, isBetaTester, locale, ...nothingDue }
        const rows = (await findProductRights(db, caller, [productId])).get(productId) ?? []
        if (!rows.some((row) => row.firmware.id === id && row.facts.state !== 'draft' && isOfferedNow(row))) continue
        offered.customers.add(userId)
        offered.detectors += 1
        offered.withoutFirmware += isEmpty ? 1 : 0
      }
      return { ...offered, customers: offered.customers.size }
    }

    for (const step of ['beta', 'staged', 'released'] as const satisfies readonly ReleaseStep[]) {
      const betaGroupIds = step === 'beta' ? [group.id] : []
      const params = { id: releaseId }
      const { audience } = await admin.release.getStep({ params: { ...params, step }, query: { betaGroupIds } })
      const { state: from } = await admin.release.get({ params })
      const confirmed = ['proof' as const, 'languageMissing' as const, 'languageSpelling' as const]
      const body = { step, from, confirmed, betaGroupIds, typedVersion: (await admin.firmware.get({ params: { id } })).versionName }
      await admin.release.takeStep({ params, body })
      expect(audience).toEqual(await offeredByLists())
      expect(audience.customers).toBeGreaterThan(0)
      expect((await admin.release.get({ params })).audience).toEqual(audience)
    }
  })

  it('counts the same while the installation waits after a restore, with those whom a stone leads to it', async () => {
    const desk = await openReleaseDesk(server)
    await desk.install(await desk.connect(), await desk.release({ versionName: '5.2' }))
    await desk.release({ versionName: '5.4' })
    const id = await desk.draft({ versionName: '5.5' })
    const params = { id: (await desk.releaseOf(id)).id }
    await desk.admin.release.setRequirements({ params, body: { steppingStone: '5.4', hardwareVersions: [], needsCoil: false } })
    await desk.take(id, 'released')
    const { db, clock } = server.context
    await noteRestored(db, clock())
    const { audience } = await desk.releaseOf(id)
    await resumeRestored(db)
    expect(audience).toEqual({ customers: 1, detectors: 1, withoutFirmware: 0 })
  })

  it('asks the rules as often for each product, however many others have shares, groups and hardware of their own', async () => {
    const { db } = server.context
    const asked = async (productIds: readonly number[]) => {
      let times = 0
      await askRules(db, productIds, () => {
        times += 1
        return null
      })
      return times
    }
    const productIds: number[] = []
    for (let number = 0; number < 6; number += 1) {
      const desk = await openReleaseDesk(server)
      await desk.install(await desk.connect({ hardware: number }), await desk.release({ versionName: '5.2' }))
      const { userId } = await server.join({ isBetaTester: true })
      const betaGroupIds = [await addBetaGroup(server, [userId])]
      const id = await desk.draft({ versionName: '5.3', betaGroupIds })
      await desk.take(id, 'staged', { confirmed: ['languageMissing'] })
      await db
        .update(releases)
        .set({ share: 0.5, hardwareVersions: [number] })
        .where(eq(releases.id, (await desk.releaseOf(id)).id))
      productIds.push(desk.productId)
    }
    const one = await asked(productIds.slice(0, 1))
    expect(one).toBeGreaterThan(0)
    expect(await asked(productIds)).toBe(6 * one)
  })

  it('leaves out the detectors that hardware, a hold or an unmet minimum keep it from, and none that a stepping stone leads to it', async () => {
    const { db } = server.context
    const admin = await server.signInAs('ROLE_ADMIN')
    const [product] = await db.select().from(products).orderBy(products.id)
    if (product === undefined) throw new Error('no product')
    const productIds = [product.id]
    await db.execute(sql`update user_products set material_version = id % 4 where product_id = ${product.id}`)
    const detectors = await db
      .select({
        id: userProducts.id,
        userId: userProducts.userId,
        hardwareVersion: userProducts.materialVersion,
        isDeleted: users.isDeleted,
      })
      .from(userProducts)
      .innerJoin(users, eq(users.id, userProducts.userId))
      .where(and(eq(userProducts.productId, product.id), not(userProducts.isDeleted)))
      .orderBy(userProducts.id)
    const installed = await Promise.all(
      ['70.0', '71.0', '72.0'].map(async (versionName) => addFirmware(admin, { versionName, productIds })),
    )
    await db.delete(productUpdates)
    const updates = detectors.flatMap(({ id }, index) => {
      const firmwareId = installed[index % 4]
      // Each fifth failed and left nothing; each fourth was never updated here.
      const end =
        index % 5 === 0 ? ({ success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' } as const) : { success: true }
      return firmwareId === undefined ? [] : [{ userProductId: id, firmwareId, date: server.context.clock(), ...end }]
    })
    for (let first = 0; first < updates.length; first += 1000) await db.insert(productUpdates).values(updates.slice(first, first + 1000))
    const empty = new Set((await db.select().from(detectorStates).where(eq(detectorStates.state, 'none'))).map((row) => row.userProductId))
    const versionOf = new Map(detectors.map(({ id }, index) => [id, empty.has(id) ? null : (['70.0', '71.0', '72.0'][index % 4] ?? null)]))

    type Kept = (detector: { readonly hardwareVersion: number; readonly version: string | null; readonly isErased: boolean }) => boolean
    const cases: readonly [Parameters<typeof admin.release.setRequirements>[0]['body'], held: number[], isOffered: Kept][] = [
      [{ needsCoil: true, hardwareVersions: [1, 2] }, [], ({ hardwareVersion }) => [1, 2].includes(hardwareVersion)],
      [{ needsCoil: false, hardwareVersions: [] }, [3], ({ hardwareVersion, isErased }) => hardwareVersion !== 3 || isErased],
      [
        { needsCoil: false, hardwareVersions: [], minimumInstalledVersion: '71.0' },
        [],
        ({ version, isErased }) => isErased || version === '71.0' || version === '72.0',
      ],
      [{ needsCoil: false, hardwareVersions: [0], steppingStone: '71.0' }, [], ({ hardwareVersion }) => hardwareVersion === 0],
    ]
    for (const [index, [body, held, isOffered]] of cases.entries()) {
      const id = await addFirmware(admin, { productIds, versionName: `8${index}.0`, isActive: false })
      const params = { id: await releaseIdOf(admin, id) }
      await admin.release.setRequirements({ params, body })
      const reasons = { reasonEn: 'It restarts', reasonFr: 'Il redémarre' }
      if (held.length > 0) await admin.release.hold({ params, body: { hardwareVersions: held, ...reasons } })
      const { audience } = await admin.release.getStep({ params: { ...params, step: 'released' }, query: { betaGroupIds: [] } })
      const reached = detectors.filter(
        (one) => !one.isDeleted && isOffered({ ...one, version: versionOf.get(one.id) ?? null, isErased: empty.has(one.id) }),
      )
      expect(audience).toEqual({
        customers: new Set(reached.map(({ userId }) => userId)).size,
        detectors: reached.length,
        withoutFirmware: reached.filter((one) => empty.has(one.id)).length,
      })
      expect(audience.withoutFirmware).toBeGreaterThan(0)
      expect(reached.length).toBeLessThan(detectors.length)
    }
  })
})
