// @module-tag rest
/** Staff correct what a used code has fixed, with a reason (docs/security.md, 45). */
import { describe, expect, it } from 'vitest'
import { newSerial } from '../support/coils.ts'
import { bought, coilOf, extendedCoilsOn, midnight, notExtended } from '../support/extendedCoils.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const { ada, bob, codeRow, extendedCoil } = extendedCoilsOn(server)

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
      expect(await coilOf(ada, id)).toMatchObject({ coilSerial, code, purchaseDate: midnight('2020-01-31'), ...notExtended })
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
      await expect(change({ purchaseDate: '2099-01-01' })).rejects.toMatchObject(refused('date.future.error', 'purchaseDate'))
      await expect(change({ coilSerial: other.coilSerial })).rejects.toMatchObject(refused('serial.number.already.exists', 'coilSerial'))
    })
  })
})
