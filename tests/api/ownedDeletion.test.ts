// @module-tag rest
/** Staff delete the detectors and coils of others, and undo it. Owners' own deletions are in coils.test.ts. */
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries, rateLimits, securityEvents, userProducts, users } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { connectDetector, newDetectorSerial, newSerial, register, registerPurchase } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 3_600_000
const notAuthorized = { code: 'not.authorized', status: 403 }
const isGone = { code: 'record.deleted.error', status: 409 }
const idOf = (client: Client) => client.held.current?.id ?? 0

const entities = ['userProduct', 'accessory'] as const

serverOnPostgres((server) => {
  let admin: Client
  let backOffice: Client
  let marketing: Client
  let ada: Client
  let bob: Client

  beforeAll(async () => void (await addProduct(await server.signInAs('ROLE_ADMIN'), { name: 'WS6 Master', typeId: 6 })))
  beforeEach(async () => {
    await server.context.db.delete(rateLimits)
    admin = await server.signInAs('ROLE_ADMIN')
    backOffice = await server.signInAs('ROLE_BE')
    marketing = await server.signInAs('ROLE_MARKETTING')
    ada = await server.signInAs('ROLE_CUSTOMER')
    bob = await server.signInAs('ROLE_CUSTOMER')
  })

  const add = async (entity: (typeof entities)[number], owner: Client) =>
    entity === 'userProduct' ? connectDetector(owner) : (await register(owner)).id
  const ownedBy = async (entity: (typeof entities)[number], owner: Client) =>
    entity === 'userProduct' ? owner.userProduct.getUserProductsForUser() : owner.accessory.getUserAccessoriesForUser()
  const idsOf = async (entity: (typeof entities)[number], owner: Client) => (await ownedBy(entity, owner)).map(({ id }) => id)
  const logged = (owner: Client) =>
    server.context.db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.userId, idOf(owner)), eq(securityEvents.actorId, idOf(backOffice))))
      .orderBy(securityEvents.id)
  const history = (owner: Client) =>
    server.context.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, 'user'), eq(auditEntries.recordId, idOf(owner))))
      .orderBy(desc(auditEntries.id))

  describe.each(entities)('%s', (entity) => {
    const [Noun, noun] = entity === 'userProduct' ? ['Detector', 'detector'] : ['Coil', 'coil']

    it('is deleted from its owner’s list, and back as it was after undo; the log and the history say who did it [T222]', async () => {
      const id = await add(entity, ada)
      const before = await ownedBy(entity, ada)
      const name = before.map((one) => ('tostring' in one ? one.tostring : one.name))[0]
      await expect(backOffice[entity].delete({ params: { id } })).resolves.toEqual({})
      expect(await idsOf(entity, ada)).toEqual([])
      await expect(backOffice[entity].restore({ params: { id } })).resolves.toEqual({ id })
      expect(await ownedBy(entity, ada)).toEqual(before)
      expect((await logged(ada)).map(({ kind }) => kind)).toEqual([`${noun}Deleted`, `${noun}Restored`])
      const whose = { userId: idOf(backOffice), before: { id, owned: name } }
      expect(await history(ada)).toMatchObject([
        { ...whose, action: `restore${Noun}` },
        { ...whose, action: `delete${Noun}` },
      ])
      const shown = await admin.audit.getForRecord({ params: { entity: 'user', id: idOf(ada) } })
      expect(shown[1]).toMatchObject({ action: `delete${Noun}`, by: { id: idOf(backOffice) }, before: { owned: name } })
    })

    it('is deleted by administrators too, also a colleague’s and their own', async () => {
      for (const owner of [ada, backOffice, admin]) {
        const id = await add(entity, owner)
        await admin[entity].delete({ params: { id } })
        expect(await idsOf(entity, owner)).not.toContain(id)
        await admin[entity].restore({ params: { id } })
        expect(await idsOf(entity, owner)).toContain(id)
        await admin[entity].delete({ params: { id } })
      }
    })

    it('of others is nobody else’s to delete or restore', async () => {
      const id = await add(entity, ada)
      for (const stranger of [bob, marketing]) {
        await expect(stranger[entity].delete({ params: { id } })).rejects.toMatchObject(notFound)
        await expect(stranger[entity].restore({ params: { id } })).rejects.toMatchObject(notAuthorized)
      }
      await expect(ada[entity].restore({ params: { id } })).rejects.toMatchObject(notAuthorized)
      const staffs = await add(entity, marketing)
      await expect(backOffice[entity].delete({ params: { id: staffs } })).rejects.toMatchObject(notAuthorized)
      expect(await idsOf(entity, ada)).toEqual([id])
      expect(await idsOf(entity, marketing)).toContain(staffs)
      expect(await history(ada)).toEqual([])
    })

    it('is not found when it is gone already or never was', async () => {
      const id = await add(entity, ada)
      await admin[entity].delete({ params: { id } })
      for (const who of [admin, backOffice, ada]) await expect(who[entity].delete({ params: { id } })).rejects.toMatchObject(notFound)
      for (const who of [admin, backOffice]) {
        await expect(who[entity].delete({ params: { id: 999_999_999 } })).rejects.toMatchObject(notFound)
        await expect(who[entity].restore({ params: { id: 999_999_999 } })).rejects.toMatchObject(notFound)
      }
    })

    it('is deleted once by two at the same time', async () => {
      const id = await add(entity, ada)
      const tries = await Promise.allSettled([admin, backOffice, admin].map((who) => who[entity].delete({ params: { id } })))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toEqual([expect.objectContaining(notFound), expect.objectContaining(notFound)])
      expect(await history(ada)).toHaveLength(1)
    })

    it('is restored within a day only', async () => {
      const id = await add(entity, ada)
      await admin[entity].delete({ params: { id } })
      server.pass(23 * hourMs)
      const later = await server.signInAs('ROLE_ADMIN')
      await later[entity].restore({ params: { id } })
      await later[entity].delete({ params: { id } })
      server.pass(25 * hourMs)
      const tooLate = await server.signInAs('ROLE_ADMIN')
      await expect(tooLate[entity].restore({ params: { id } })).rejects.toMatchObject(isGone)
    })

    it('that its owner deleted stays deleted, and one that came back is left alone', async () => {
      const [own, other] = [await add(entity, ada), await add(entity, ada)]
      await ada[entity].delete({ params: { id: own } })
      await expect(admin[entity].restore({ params: { id: own } })).rejects.toMatchObject(isGone)
      expect(await history(ada)).toEqual([])
      await expect(admin[entity].restore({ params: { id: other } })).resolves.toEqual({ id: other })
      expect(await history(ada)).toEqual([])
    })

    it('of a deleted account stays as it is', async () => {
      const id = await add(entity, ada)
      await server.context.db
        .update(users)
        .set({ isDeleted: true })
        .where(eq(users.id, idOf(ada)))
      await expect(admin[entity].delete({ params: { id } })).rejects.toMatchObject(isGone)
    })
  })

  it('a detector takes its coils along and, when it is restored, has those again that no other has listed', async () => {
    const [one, other] = [await connectDetector(ada), await connectDetector(ada)]
    const serials = [newDetectorSerial(), newDetectorSerial()]
    const list = (userProductId: number, serialNumbers: readonly string[]) =>
      ada.accessory.createOrUpdate({
        body: { accessories: serialNumbers.map((serialNumber) => ({ userProductId, serialNumber, accessoryTypeId: 127 })) },
      })
    await list(one, serials)
    await backOffice.userProduct.delete({ params: { id: one } })
    const coils = await ada.accessory.getUserAccessoriesForUser()
    expect(coils.map(({ userProductId }) => userProductId)).toEqual([null, null])
    await list(other, serials.slice(1))
    await backOffice.userProduct.restore({ params: { id: one } })
    const found = new Map((await ada.accessory.getUserAccessoriesForUser()).map((coil) => [coil.serialNumber, coil.userProductId]))
    expect(serials.map((serial) => found.get(serial))).toEqual([one, other])
  })

  it('a detector’s purchase and proof come back with it', async () => {
    const id = await connectDetector(ada)
    const saved = await registerPurchase(ada, id)
    await admin.userProduct.delete({ params: { id } })
    await admin.userProduct.restore({ params: { id } })
    expect(await ada.userProduct.getUserProductsForUser()).toEqual([saved])
    expect(await server.context.db.$count(userProducts, eq(userProducts.userId, idOf(ada)))).toBe(1)
  })

  it('a coil that somebody else has registered meanwhile comes back without its purchase', async () => {
    const coilSerial = newSerial()
    const { id } = await register(ada, { coilSerial })
    await admin.accessory.delete({ params: { id } })
    await register(bob, { coilSerial })
    await admin.accessory.restore({ params: { id } })
    expect(await ada.accessory.getUserAccessoriesForUser()).toMatchObject([
      { id, coilSerial: null, purchaseDate: null, purchaseProof: null },
    ])
    expect(await bob.accessory.getUserAccessoriesForUser()).toMatchObject([{ coilSerial }])
  })
})
