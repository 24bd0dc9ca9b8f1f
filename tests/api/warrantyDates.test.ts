// @module-tag rest
/** A used code fixes the purchase date and serial number of its coil: every way round it is refused (docs/security.md, 45). */
import { describe, expect, it } from 'vitest'
import { newSerial, pdf, register } from '../support/coils.ts'
import { bought, claim, coilOf, extendedCoilsOn, fixed, midnight, notExtended, report } from '../support/extendedCoils.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const { ada, bob, expectUnchanged, extendedCoil, newCode, undatedCoil } = extendedCoilsOn(server)

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
      await expect(register(ada, { ...again, proof: new File([pdf], 'again.pdf') })).resolves.toMatchObject({
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
      const nothing = { coilSerial: null, purchaseDate: null, code: null, ...notExtended }
      expect(await coilOf(ada, id)).toMatchObject(nothing)
      expect(await report(ada, serialNumber)).toBe(id)
      expect(await coilOf(ada, id)).toMatchObject(nothing)
      await expect(register(ada, { accessoryId: id, purchaseDate: '2026-11-01' })).resolves.toMatchObject(notExtended)
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
})
