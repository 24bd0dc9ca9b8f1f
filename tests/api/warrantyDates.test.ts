/** A used code fixes the purchase date and serial number of its coil: every way round it is refused (docs/security.md, 45). */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessories, rateLimits, warrantyCodes } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { addCodes, connectDetector, newDetectorSerial, newSerial, register } from '../support/coils.ts'
import { refused } from '../support/refusals.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const dayMs = 24 * 60 * 60 * 1000
const fixed = (field: 'purchaseDate' | 'coilSerial') => refused('warranty.purchase.fixed.error', field)
const midnight = (day: string) => `${day}T00:00:00.000Z`
const none = { startWarrantyExtension: null, endWarrantyExtension: null }
const bought = '2025-03-01'
const extended = { startWarrantyExtension: midnight('2030-03-01'), endWarrantyExtension: midnight('2035-03-01') }

const claim = async (client: Client, accessoryId: number, code: string) =>
  client.warrantyCode.useCodeForAccessory({ body: { accessoryId, code } })
const coilOf = async (client: Client, id: number) => (await client.accessory.getUserAccessoriesForUser()).find((coil) => coil.id === id)

/** Makes one of the client's detectors report a coil. */
async function report(client: Client, serialNumber: string): Promise<number> {
  const userProductId = await connectDetector(client)
  const [coil] = await client.accessory.createOrUpdate({ body: { accessories: [{ userProductId, serialNumber, accessoryTypeId: 127 }] } })
  return coil?.id ?? 0
}

serverOnBothDatabases('row locks', (server) => {
  let ada: Client
  let bob: Client

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
  })
  beforeEach(async () => {
    // Nobody uploads so many proofs within an hour.
    await server.context.db.delete(rateLimits)
    ada = await server.signInAs('ROLE_CUSTOMER')
    bob = await server.signInAs('ROLE_CUSTOMER')
  })

  const codeRow = async (code: string) => (await server.context.db.select().from(warrantyCodes).where(eq(warrantyCodes.code, code)))[0]
  const newCode = async () => (await addCodes(server))[0] ?? ''

  /** A coil that a code has extended. */
  async function extendedCoil(client: Client) {
    const coilSerial = newSerial()
    const { id } = await register(client, { coilSerial, purchaseDate: bought })
    const code = await newCode()
    await claim(client, id, code)
    return { id, coilSerial, code }
  }
  /** A coil whose detector has reported it, with a code and without a purchase date. */
  async function undatedCoil(client: Client) {
    const serialNumber = newDetectorSerial().replace('DE', 'C0')
    const [accessoryId, code] = [await report(client, serialNumber), await newCode()]
    await claim(client, accessoryId, code)
    return { accessoryId, coilSerial: newSerial(), serialNumber, code }
  }
  /** The code extends this coil, from its purchase date. */
  async function expectUnchanged(client: Client, { id, coilSerial, code }: Awaited<ReturnType<typeof extendedCoil>>) {
    expect(await coilOf(client, id)).toMatchObject({ id, coilSerial, code, purchaseDate: midnight(bought), ...extended })
    expect(await codeRow(code)).toMatchObject({
      accessoryId: id,
      startDate: new Date(extended.startWarrantyExtension),
      endDate: new Date(extended.endWarrantyExtension),
    })
  }

  describe('the owner of an extended coil', () => {
    it('cannot move its purchase date, forward or back, once or again and again [T500]', async () => {
      const coil = await extendedCoil(ada)
      const { id: accessoryId, coilSerial } = coil
      for (const purchaseDate of ['2025-03-02', '2025-02-28', '2026-11-21', '2026-11-20', '2019-01-01'])
        await expect(register(ada, { accessoryId, coilSerial, purchaseDate })).rejects.toMatchObject(fixed('purchaseDate'))
      await expectUnchanged(ada, coil)
    })

    it('cannot move its warranty to another coil by another serial number', async () => {
      const coil = await extendedCoil(ada)
      const other = { accessoryId: coil.id, coilSerial: newSerial(), purchaseDate: bought }
      await expect(register(ada, other)).rejects.toMatchObject(fixed('coilSerial'))
      await expectUnchanged(ada, coil)
    })

    it('may send the same again, with another proof', async () => {
      const coil = await extendedCoil(ada)
      const { id: accessoryId, coilSerial } = coil
      const again = { accessoryId, coilSerial: coilSerial.toLowerCase(), purchaseDate: bought }
      await expect(register(ada, { ...again, proof: new File(['%PDF-1.4\n'], 'again.pdf') })).resolves.toMatchObject({
        purchaseProof: { fileName: 'again.pdf' },
      })
      await expectUnchanged(ada, coil)
    })

    it('cannot delete it and register it with another date, and can with the same', async () => {
      const coil = await extendedCoil(ada)
      await ada.accessory.delete({ params: { id: coil.id } })
      const { coilSerial } = coil
      await expect(register(ada, { coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
      await expect(register(ada, { coilSerial, purchaseDate: bought })).resolves.toMatchObject({ id: coil.id })
      await expectUnchanged(ada, coil)
    })

    it('cannot delete it and enter its serial number for another coil with another date', async () => {
      const { id, coilSerial, code } = await extendedCoil(ada)
      const { id: accessoryId } = await register(ada)
      await ada.accessory.delete({ params: { id } })
      await expect(register(ada, { accessoryId, coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
      await register(ada, { accessoryId, coilSerial, purchaseDate: bought })
      await expectUnchanged(ada, { id: accessoryId, coilSerial, code })
    })

    it('cannot register it by the serial number that its detector reports', async () => {
      const { accessoryId: id, coilSerial, serialNumber, code } = await undatedCoil(ada)
      await register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })
      await ada.accessory.delete({ params: { id } })
      await expect(register(ada, { coilSerial: serialNumber, purchaseDate: bought })).rejects.toMatchObject(fixed('coilSerial'))
      expect(await report(ada, serialNumber)).toBe(id)
      await expectUnchanged(ada, { id, coilSerial, code })
      await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
    })

    it('cannot claim a second code for it, however it comes back', async () => {
      const { id, coilSerial } = await extendedCoil(ada)
      const exists = refused('warranty.extension.exists.error', 'code')
      await ada.accessory.delete({ params: { id } })
      await register(ada, { coilSerial, purchaseDate: bought })
      await expect(claim(ada, id, await newCode())).rejects.toMatchObject(exists)
    })

    it('finds it unchanged when staff restore it', async () => {
      const coil = await extendedCoil(ada)
      const staff = await server.signInAs('ROLE_BE')
      await staff.accessory.delete({ params: { id: coil.id } })
      await staff.accessory.restore({ params: { id: coil.id } })
      await expectUnchanged(ada, coil)
      const { id: accessoryId, coilSerial } = coil
      await expect(register(ada, { accessoryId, coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
    })
  })

  describe('another account', () => {
    it('that registers the coil cannot date it anew, and gets its extension with the same date [T501]', async () => {
      const { id, coilSerial, code } = await extendedCoil(ada)
      await expect(register(bob, { coilSerial, purchaseDate: bought })).rejects.toMatchObject(
        refused('serial.number.already.exists', 'coilSerial'),
      )
      await ada.accessory.delete({ params: { id } })
      await expect(register(bob, { coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
      const coil = await register(bob, { coilSerial, purchaseDate: bought })
      await expectUnchanged(bob, { id: coil.id, coilSerial, code })
      await expect(claim(bob, coil.id, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error', 'code'))
    })

    it('leaves the former owner neither code nor date, also when their detector reports the coil or staff restore it', async () => {
      const { accessoryId: id, coilSerial, serialNumber, code } = await undatedCoil(ada)
      await register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })
      const staff = await server.signInAs('ROLE_BE')
      await staff.accessory.delete({ params: { id } })
      const coil = await register(bob, { coilSerial, purchaseDate: bought })
      await staff.accessory.restore({ params: { id } })
      const nothing = { coilSerial: null, purchaseDate: null, code: null, ...none }
      expect(await coilOf(ada, id)).toMatchObject(nothing)
      expect(await report(ada, serialNumber)).toBe(id)
      expect(await coilOf(ada, id)).toMatchObject(nothing)
      await expect(register(ada, { accessoryId: id, purchaseDate: '2026-11-01' })).resolves.toMatchObject(none)
      await expectUnchanged(bob, { id: coil.id, coilSerial, code })
    })

    it('gives it back with the same date only', async () => {
      const coil = await extendedCoil(ada)
      const { id, coilSerial } = coil
      await ada.accessory.delete({ params: { id } })
      const { id: bobs } = await register(bob, { coilSerial, purchaseDate: bought })
      await bob.accessory.delete({ params: { id: bobs } })
      await expect(register(ada, { coilSerial, purchaseDate: '2026-11-01' })).rejects.toMatchObject(fixed('purchaseDate'))
      await register(ada, { coilSerial, purchaseDate: bought })
      await expectUnchanged(ada, coil)
    })

    it('registers a coil that nobody has extended with a date of its own', async () => {
      const { id, coilSerial } = await register(ada, { purchaseDate: bought })
      await ada.accessory.delete({ params: { id } })
      const dated = { coilSerial: coilSerial ?? '', purchaseDate: '2026-11-01' }
      await expect(register(bob, dated)).resolves.toMatchObject({ purchaseDate: midnight('2026-11-01'), code: null })
    })
  })

  describe('a purchase date that was missing at the claim', () => {
    it('can be given once [T502]', async () => {
      const { accessoryId: id, coilSerial, code } = await undatedCoil(ada)
      await register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })
      await expectUnchanged(ada, { id, coilSerial, code })
      for (const purchaseDate of ['2026-11-01', '2025-03-02'])
        await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate })).rejects.toMatchObject(fixed('purchaseDate'))
      await register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })
      await expectUnchanged(ada, { id, coilSerial, code })
    })

    it.each([
      ['five years before the claim', '2021-11-21'],
      ['24 months and a day before the claim', '2024-11-20'],
    ])('is kept %s, with its code and without an extension, and no later date replaces it [T503]', async (_, purchaseDate) => {
      const { accessoryId: id, coilSerial, code } = await undatedCoil(ada)
      const kept = { id, coilSerial, code, purchaseDate: midnight(purchaseDate), ...none }
      await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate })).resolves.toMatchObject(kept)
      expect(await codeRow(code)).toMatchObject({ accessoryId: id, startDate: null, endDate: null })
      await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })).rejects.toMatchObject(fixed('purchaseDate'))
      await expect(claim(ada, id, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error', 'code'))
      await ada.accessory.delete({ params: { id } })
      await expect(register(bob, { coilSerial, purchaseDate: bought })).rejects.toMatchObject(fixed('purchaseDate'))
      await expect(register(bob, { coilSerial, purchaseDate })).resolves.toMatchObject({ ...kept, id: expect.any(Number) })
    })

    it('counts 24 months before the claim to the day', async () => {
      const { accessoryId, coilSerial } = await undatedCoil(ada)
      await expect(register(ada, { accessoryId, coilSerial, purchaseDate: '2024-11-21' })).resolves.toMatchObject({
        startWarrantyExtension: midnight('2029-11-21'),
        endWarrantyExtension: midnight('2034-11-21'),
      })
    })
  })

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

  describe('staff', () => {
    const reason = 'The invoice says otherwise.'

    it('change date and serial number with a reason in the history, and confirm an extension [T505]', async () => {
      const { id, coilSerial, code } = await extendedCoil(ada)
      const [admin, staff] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_BE')]
      const change = (purchaseDate: string, isExtensionConfirmed: boolean, serial = coilSerial) =>
        staff.accessory.correct({ params: { id }, body: { coilSerial: serial, purchaseDate, isExtensionConfirmed, reason } })
      const other = newSerial()
      await change('2026-01-31', false, other)
      const moved = { startWarrantyExtension: midnight('2031-01-31'), endWarrantyExtension: midnight('2036-01-31') }
      expect(await coilOf(ada, id)).toMatchObject({ coilSerial: other, code, purchaseDate: midnight('2026-01-31'), ...moved })
      expect((await codeRow(code))?.endDate).toEqual(new Date(moved.endWarrantyExtension))
      await change('2020-01-31', false)
      expect(await coilOf(ada, id)).toMatchObject({ coilSerial, code, purchaseDate: midnight('2020-01-31'), ...none })
      await change('2020-01-31', true)
      expect(await coilOf(ada, id)).toMatchObject({ endWarrantyExtension: midnight('2030-01-31') })
      const history = await admin.audit.getForRecord({ params: { entity: 'user', id: ada.held.current?.id ?? 0 } })
      expect(history).toHaveLength(3)
      expect(history.at(-1)).toMatchObject({
        action: 'correctCoil',
        by: { id: staff.held.current?.id },
        before: { id, coilSerial, purchaseDate: midnight(bought) },
        after: { coilSerial: other, purchaseDate: midnight('2026-01-31'), reason },
      })
    })

    it('give a reason, and no coil another’s serial number', async () => {
      const [{ id, coilSerial }, other] = [await extendedCoil(ada), await extendedCoil(bob)]
      const staff = await server.signInAs('ROLE_BE')
      const body = { coilSerial, purchaseDate: bought, isExtensionConfirmed: false, reason } as const
      const change = (typed: Partial<Record<'coilSerial' | 'purchaseDate' | 'reason', string>>) =>
        staff.accessory.correct({ params: { id }, body: { ...body, ...typed } })
      await expect(change({ reason: ' ' })).rejects.toMatchObject(refused('MandatoryField', 'reason'))
      await expect(change({ purchaseDate: '2099-01-01' })).rejects.toMatchObject(refused('date.invalid.error', 'purchaseDate'))
      await expect(change({ coilSerial: other.coilSerial })).rejects.toMatchObject(refused('serial.number.already.exists', 'coilSerial'))
      await expect(ada.accessory.correct({ params: { id }, body })).rejects.toMatchObject({ code: 'not.authorized', status: 403 })
    })
  })

  it('a coil bought after its code was claimed is not extended, however long its owner waits', async () => {
    const { accessoryId, coilSerial, code } = await undatedCoil(ada)
    const name = ada.held.current?.username ?? ''
    server.pass(60 * dayMs)
    const later = await server.signIn(name)
    const dated = { accessoryId, coilSerial, purchaseDate: '2027-01-10' }
    await expect(register(later, dated)).resolves.toMatchObject({ code, purchaseDate: midnight('2027-01-10'), ...none })
  })

  it('a date of the claim’s time counts, however late it is given', async () => {
    const { accessoryId, coilSerial } = await undatedCoil(ada)
    const name = ada.held.current?.username ?? ''
    server.pass(365 * dayMs)
    const later = await server.signIn(name)
    await expect(register(later, { accessoryId, coilSerial, purchaseDate: bought })).resolves.toMatchObject(extended)
  })
})
