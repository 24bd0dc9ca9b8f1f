// @module-tag rest
/** A purchase date that was missing at the claim is given once, and counts by the day of the claim (docs/security.md, 45). */
import { describe, expect, it } from 'vitest'
import { register } from '../support/coils.ts'
import { bought, claim, dayMs, extended, extendedCoilsOn, fixed, midnight, notExtended } from '../support/extendedCoils.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const { ada, bob, codeRow, expectUnchanged, newCode, undatedCoil } = extendedCoilsOn(server)

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
      const kept = { id, coilSerial, code, purchaseDate: midnight(purchaseDate), ...notExtended }
      await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate })).resolves.toMatchObject(kept)
      expect(await codeRow(code)).toMatchObject({ accessoryId: id, startDate: null, endDate: null })
      await expect(register(ada, { accessoryId: id, coilSerial, purchaseDate: bought })).rejects.toMatchObject(fixed('purchaseDate'))
      await expect(claim(ada, id, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error', 'code'))
      await ada.accessory.delete({ params: { id } })
      await expect(register(bob, { coilSerial, purchaseDate: bought })).rejects.toMatchObject(fixed('purchaseDate'))
      await expect(register(bob, { coilSerial, purchaseDate })).resolves.toMatchObject({ ...kept, id: expect.any(Number) })
    })
  })

  it('a coil bought after its code was claimed is not extended, however long its owner waits', async () => {
    const { accessoryId, coilSerial, code } = await undatedCoil(ada)
    const name = ada.held.current?.username ?? ''
    server.pass(60 * dayMs)
    const later = await server.signIn(name)
    const dated = { accessoryId, coilSerial, purchaseDate: '2027-01-10' }
    await expect(register(later, dated)).resolves.toMatchObject({ code, purchaseDate: midnight('2027-01-10'), ...notExtended })
  })

  it('a date of the claim’s time counts, however late it is given', async () => {
    const { accessoryId, coilSerial } = await undatedCoil(ada)
    const name = ada.held.current?.username ?? ''
    server.pass(365 * dayMs)
    const later = await server.signIn(name)
    await expect(register(later, { accessoryId, coilSerial, purchaseDate: bought })).resolves.toMatchObject(extended)
  })
})
