// @module-tag rest
/** Whom a step says that it reaches: as many as the lists then give it to. With `CAMPAIGN_FACTOR=200`, of 100,000 customers. */
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import type { Caller } from '../../src/server/auth/caller.ts'
import { betaGroups, detectorsWithoutFirmware, products, userProducts, users } from '../../src/server/db/tables.ts'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { findProductRights, isOfferedNow } from '../../src/server/entities/firmware/offeredFirmware.ts'
import { addFirmware, releaseIdOf } from '../support/catalogue.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const customers = 500 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1)
vi.setConfig({ testTimeout: 3_600_000 })

serverOnBothDatabases('queries', (server) => {
  it('counts customers, detectors and those without a firmware as the lists give them, also as a beta and with deleted ones', async () => {
    const { db, storage } = server.context
    await seedMany(db, storage, customers, () => undefined)
    await db.execute(sql`update users set is_deleted = true where id % 17 = 0`)
    await db.execute(sql`update users set is_beta_tester = id % 5 = 0`)
    await db.execute(sql`update user_products set is_deleted = true where id % 13 = 0`)
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
          isEmpty: sql<boolean>`${detectorsWithoutFirmware.userProductId} is not null`,
        })
        .from(userProducts)
        .innerJoin(users, eq(users.id, userProducts.userId))
        .leftJoin(detectorsWithoutFirmware, eq(detectorsWithoutFirmware.userProductId, userProducts.id))
        .where(and(not(userProducts.isDeleted), not(users.isDeleted), inArray(userProducts.productId, productIds)))
      const offered = { customers: new Set<number>(), detectors: 0, withoutFirmware: 0 }
      for (const { user, productId, isEmpty } of owned) {
        const { id: userId, role, isBetaTester, locale } = user
        const nothingDue = { mustChoosePassword: false, factorDueText: null, provedAt: null, familyId: '' }
        const caller: Caller = { id: userId, role, isBetaTester, locale, ...nothingDue }
        const rows = await findProductRights(db, caller, productId)
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
      const confirmed = ['languageMissing' as const, 'languageSpelling' as const]
      const body = { step, from, confirmed, betaGroupIds, typedVersion: (await admin.firmware.get({ params: { id } })).versionName }
      await admin.release.takeStep({ params, body })
      expect(audience).toEqual(await offeredByLists())
      expect(audience.customers).toBeGreaterThan(0)
      expect((await admin.release.get({ params })).audience).toEqual(audience)
    }
  })
})
