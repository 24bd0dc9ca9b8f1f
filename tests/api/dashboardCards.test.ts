// @module-tag rest
import { beforeAll, describe, expect, it } from 'vitest'
import { addSubscription } from '../../src/server/accounts/subscription.ts'
import { type Client, newAddress } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { chosen, listBody } from '../support/lists.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 86_400_000
const form = ({ isBetaTester = false } = {}) => ({ ...staffForm, username: newAddress(), role: 'ROLE_CUSTOMER' as const, isBetaTester })

serverOnPostgres((server) => {
  let admin: Client
  let marketing: Client

  beforeAll(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
    marketing = await server.signInAs('ROLE_MARKETTING')
  })

  const cards = () => marketing.dashboard.getCardData()

  describe('the cards', () => {
    it('say that nothing is there yet', async () => {
      expect(await cards()).toEqual({
        nbUsers: 2,
        nbFirmwares: 0,
        nbBetaTesters: 0,
        nbSubscriptions: 0,
        lastUpdate: null,
        changes: { nbUsers: 2, nbFirmwares: 0, nbBetaTesters: 0, nbSubscriptions: 0 },
      })
    })

    it('count users, and their change over 30 days with those who were deleted and came back [T199]', async () => {
      const { nbUsers, changes } = await cards()
      const old = await server.join({ since: new Date(server.context.clock().getTime() - 30 * dayMs - 1) })
      await server.join({ since: new Date(server.context.clock().getTime() - 30 * dayMs) })
      expect(await cards()).toMatchObject({ nbUsers: nbUsers + 2, changes: { nbUsers: changes.nbUsers + 1 } })
      await admin.user.remove({ params: { id: old.userId } })
      expect(await cards()).toMatchObject({ nbUsers: nbUsers + 1, changes: { nbUsers: changes.nbUsers } })
      await admin.user.restore({ params: { id: old.userId } })
      const fresh = await server.join()
      await admin.user.remove({ params: { id: fresh.userId } })
      expect(await cards()).toMatchObject({ nbUsers: nbUsers + 2, changes: { nbUsers: changes.nbUsers + 1 } })
    })

    it('count firmwares, without deleted ones, which are missing from the change too', async () => {
      const kept = await addFirmware(admin)
      const deleted = await addFirmware(admin)
      await admin.firmware.remove({ params: { id: deleted } })
      expect(await cards()).toMatchObject({ nbFirmwares: 1, changes: { nbFirmwares: 1 } })
      server.pass(31 * dayMs)
      marketing = await server.signInAs('ROLE_MARKETTING')
      admin = await server.signInAs('ROLE_ADMIN')
      expect(await cards()).toMatchObject({ nbFirmwares: 1, changes: { nbFirmwares: 0 } })
      await admin.firmware.remove({ params: { id: kept } })
      expect(await cards()).toMatchObject({ nbFirmwares: 0, changes: { nbFirmwares: -1 } })
    })

    it('count beta testers, and who became one, ceased to be one, or was deleted', async () => {
      const body = form({ isBetaTester: true })
      const { id } = await admin.user.create({ body: { ...body, password: 'Chosen-4-them' } })
      const { id: other } = await admin.user.create({ body: { ...form(), password: 'Chosen-4-them' } })
      expect(await cards()).toMatchObject({ nbBetaTesters: 1, changes: { nbBetaTesters: 1 } })
      await admin.user.update({ params: { id }, body: { ...body, lastname: 'Else' } })
      await admin.user.update({ params: { id: other }, body: form({ isBetaTester: true }) })
      expect(await cards()).toMatchObject({ nbBetaTesters: 2, changes: { nbBetaTesters: 2 } })
      await admin.user.update({ params: { id }, body: { ...body, isBetaTester: false } })
      await admin.user.remove({ params: { id: other } })
      expect(await cards()).toMatchObject({ nbBetaTesters: 0, changes: { nbBetaTesters: 0 } })
      await admin.user.restore({ params: { id: other } })
      expect(await cards()).toMatchObject({ nbBetaTesters: 1, changes: { nbBetaTesters: 1 } })
    })

    it('count subscriptions that last, as the list of users does: no trial, none that has ended, nobody who is gone [T233]', async () => {
      const past = new Date('2020-01-01T00:00:00Z')
      const future = new Date('2099-01-01T00:00:00Z')
      await server.join({ subscriptionName: 'PREMIUM', subscriptionEnd: past })
      await server.join({ subscriptionName: 'TRIAL', subscriptionEnd: future })
      await server.join({ subscriptionName: 'PREMIUM', subscriptionEnd: future, isDeleted: true })
      const lasting = [
        await server.join({ subscriptionName: 'PREMIUM', subscriptionEnd: future }),
        await server.join({ subscriptionName: 'PREMIUM' }),
      ]
      expect(await cards()).toMatchObject({ nbSubscriptions: 2 })
      const filters = chosen(await admin.user.initB122Table(), 'subscription', 'active')
      const { items } = await admin.user.getB122TableResults({ body: listBody({ filters, sortDesc: false }) })
      expect(items.map(({ id }) => id)).toEqual(lasting.map(({ userId }) => userId))
    })

    it('count who got a subscription in 30 days and whose ended, once where one followed another, with those who were deleted and came back', async () => {
      const { db, clock } = server.context
      const at = (days: number) => new Date(clock().getTime() + days * dayMs)
      const before = await cards()
      const subscribe = async (...periods: readonly (readonly [number, number])[]) => {
        const person = await server.join()
        for (const [start, end] of periods) await addSubscription(db, person.userId, { start: at(start), end: at(end) })
        return person
      }
      const gained = async () => {
        const { nbSubscriptions, changes } = await cards()
        return [nbSubscriptions - before.nbSubscriptions, changes.nbSubscriptions - before.changes.nbSubscriptions]
      }
      const given = await server.join()
      await admin.user.renewTrial({ body: { userId: given.userId, duration: '3months' } })
      expect(await gained()).toEqual([1, 1])
      // Ended, renewed, long ago, all the time, and too short to be seen at either end.
      const ended = await subscribe([-100, -10])
      await subscribe([-380, -15], [-15, 350])
      await subscribe([-400, -35])
      const lasting = await subscribe([-100, 265])
      await subscribe([-20, -10])
      expect(await gained()).toEqual([3, 0])
      for (const { userId } of [given, ended, lasting]) await admin.user.remove({ params: { id: userId } })
      expect(await gained()).toEqual([1, -2])
      for (const { userId } of [given, ended, lasting]) await admin.user.restore({ params: { id: userId } })
      expect(await gained()).toEqual([3, 0])
    })

    it('say when an app was last synchronised, as the list of users does [T234]', async () => {
      const dates = ['2026-11-01T08:00:00.000Z', '2026-11-20T07:06:05.004Z', '2026-11-02T08:00:00.000Z'] as const
      for (const date of dates) await server.join({ lastSync: new Date(date) })
      await server.join({ lastSync: new Date('2026-11-21T00:00:00Z'), isDeleted: true })
      expect(await cards()).toMatchObject({ lastUpdate: dates[1] })
      const filters = chosen(await admin.user.initB122Table(), 'lastSync', '2026-11-20T00:00:00Z/')
      expect(await admin.user.getB122TableResults({ body: listBody({ filters }) })).toMatchObject({ totalRows: 1 })
    })

    it('say when an app has reported its last synchronisation', async () => {
      const { username } = await server.join()
      const customer = await server.signIn(username)
      const lastSync = new Date(server.context.clock().getTime() - 1_000).toISOString()
      await customer.user.reportAppUse({ body: { lastSync } })
      expect(await cards()).toMatchObject({ lastUpdate: lastSync })
    })
  })

  it('lets choose from the products that are not deleted, by name [T196]', async () => {
    const ids = [
      await addProduct(admin, { name: 'zebra' }),
      await addProduct(admin, { name: 'Élan' }),
      await addProduct(admin, { name: 'Gone' }),
    ]
    await admin.product.remove({ params: { id: ids[2] ?? 0 } })
    expect(await marketing.dashboard.getProducts()).toEqual([
      { id: ids[1], tostring: 'Élan' },
      { id: ids[0], tostring: 'zebra' },
    ])
  })
})
