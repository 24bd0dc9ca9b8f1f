// @module-tag rest
/** A hundred changes of an extended coil at once leave it one date, one code and one owner (docs/security.md, 45). */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accessories } from '../../src/server/db/tables.ts'
import { connectDetector, register } from '../support/coils.ts'
import { bought, claim, coilOf, dayMs, extendedCoilsOn, fixed, midnight } from '../support/extendedCoils.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const { ada, bob, codeRow, expectUnchanged, extendedCoil, newCode, undatedCoil } = extendedCoilsOn(server)

  describe('100 at once', () => {
    const days = Array.from({ length: 100 }, (_, index) =>
      new Date(Date.parse(midnight('2026-01-01')) + index * dayMs).toISOString().slice(0, 10),
    )
    type Results = PromiseSettledResult<{ purchaseDate: string | null }>[]
    const givenDates = (results: Results) => results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.purchaseDate] : []))
    const refusals = (results: Results) => results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))

    it('give a missing date once [T504]', async () => {
      const { accessoryId, coilSerial, code } = await undatedCoil(ada)
      const results = await Promise.allSettled(days.map((purchaseDate) => register(ada, { accessoryId, coilSerial, purchaseDate })))
      const [given, ...others] = givenDates(results)
      expect(others).toEqual([])
      for (const reason of refusals(results)) expect(reason).toMatchObject(fixed('purchaseDate'))
      const coil = await coilOf(ada, accessoryId)
      expect(coil?.purchaseDate).toBe(given)
      expect(coil?.startWarrantyExtension?.slice(4)).toBe(given?.slice(4))
      expect((await codeRow(code))?.startDate?.toISOString()).toBe(coil?.startWarrantyExtension)
    })

    it('all fail to move an extended coil’s date', async () => {
      const coil = await extendedCoil(ada)
      const { id: accessoryId, coilSerial } = coil
      const results = await Promise.allSettled(days.map((purchaseDate) => register(ada, { accessoryId, coilSerial, purchaseDate })))
      expect(refusals(results)).toEqual(days.map(() => expect.objectContaining(fixed('purchaseDate'))))
      await expectUnchanged(ada, coil)
    })

    it('by many accounts take a deleted coil over once, with its date', async () => {
      const { id, coilSerial, code } = await extendedCoil(ada)
      await ada.accessory.delete({ params: { id } })
      const buyers = await Promise.all(Array.from({ length: 20 }, () => server.signInAs('ROLE_CUSTOMER')))
      const tries = days.map((day, index) => ({ buyer: buyers[index % buyers.length] ?? bob, purchaseDate: index % 2 ? bought : day }))
      const results = await Promise.allSettled(tries.map(({ buyer, purchaseDate }) => register(buyer, { coilSerial, purchaseDate })))
      expect(givenDates(results)).toEqual([midnight(bought)])
      const winner = tries[results.findIndex(({ status }) => status === 'fulfilled')]?.buyer ?? bob
      const [coil] = await winner.accessory.getUserAccessoriesForUser()
      await expectUnchanged(winner, { id: coil?.id ?? 0, coilSerial, code })
      expect(await server.context.db.$count(accessories, eq(accessories.coilSerial, coilSerial))).toBe(1)
    })

    it('of claims and changes leave the extension with the date that the coil then has', async () => {
      const { id: accessoryId, coilSerial } = await register(ada, { purchaseDate: bought })
      const code = await newCode()
      const change = (purchaseDate: string) => register(ada, { accessoryId, coilSerial: coilSerial ?? '', purchaseDate })
      const results = await Promise.allSettled([
        ...days.slice(0, 50).map(change),
        claim(ada, accessoryId, code),
        ...days.slice(50).map(change),
      ])
      for (const reason of refusals(results)) expect(reason).toMatchObject(fixed('purchaseDate'))
      const coil = await coilOf(ada, accessoryId)
      expect(coil?.code).toBe(code)
      expect(coil?.startWarrantyExtension?.slice(4)).toBe(coil?.purchaseDate?.slice(4))
      expect((await codeRow(code))?.startDate?.toISOString()).toBe(coil?.startWarrantyExtension)
    })

    it('of reports and registrations leave the coil to one owner', async () => {
      const { accessoryId: id, coilSerial, serialNumber, code } = await undatedCoil(ada)
      await register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })
      await ada.accessory.delete({ params: { id } })
      const userProductId = await connectDetector(ada)
      const listed = { accessories: [{ userProductId, serialNumber, accessoryTypeId: 127 }] }
      await Promise.allSettled([
        ...Array.from({ length: 10 }, () => register(bob, { coilSerial, purchaseDate: bought })),
        ...Array.from({ length: 10 }, () => ada.accessory.createOrUpdate({ body: listed })),
      ])
      const owners = await server.context.db.select().from(accessories).where(eq(accessories.coilSerial, coilSerial))
      expect(owners).toHaveLength(1)
      expect(await codeRow(code)).toMatchObject({ accessoryId: owners[0]?.id })
    })
  })
})
