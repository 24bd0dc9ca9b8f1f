/** Coils whose warranty a used code has extended, and the two customers who try to change them. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect } from 'vitest'
import { rateLimits, warrantyCodes } from '../../src/server/db/tables.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { addProduct } from './catalogue.ts'
import { addCodes, connectDetector, newDetectorSerial, newSerial, register } from './coils.ts'
import { refused } from './refusals.ts'
import { signedInAnew } from './servers.ts'

export const dayMs = 24 * 60 * 60 * 1000
export const midnight = (day: string) => `${day}T00:00:00.000Z`
export const bought = '2025-03-01'
export const extended = { startWarrantyExtension: midnight('2030-03-01'), endWarrantyExtension: midnight('2035-03-01') }
export const notExtended = { startWarrantyExtension: null, endWarrantyExtension: null }
/** How the server refuses to change what a used code has fixed. */
export const fixed = (field: 'purchaseDate' | 'coilSerial') => refused('warranty.purchase.fixed.error', field)

export const claim = async (client: Client, accessoryId: number, code: string) =>
  client.warrantyCode.useCodeForAccessory({ body: { accessoryId, code } })
export const coilOf = async (client: Client, id: number) =>
  (await client.accessory.getUserAccessoriesForUser()).find((coil) => coil.id === id)

/** Makes one of the client's detectors report a coil. */
export async function report(client: Client, serialNumber: string): Promise<number> {
  const userProductId = await connectDetector(client)
  const [coil] = await client.accessory.createOrUpdate({ body: { accessories: [{ userProductId, serialNumber, accessoryTypeId: 127 }] } })
  return coil?.id ?? 0
}

type ExtendedCoil = { readonly id: number; readonly coilSerial: string; readonly code: string }

/** `ada` and `bob` are new for each test. */
export function extendedCoilsOn(server: ApiServer) {
  const [ada, bob] = signedInAnew(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
  })
  beforeEach(async () => {
    // Nobody uploads so many proofs within an hour.
    await server.context.db.delete(rateLimits)
  })

  const codeRow = async (code: string) => (await server.context.db.select().from(warrantyCodes).where(eq(warrantyCodes.code, code)))[0]
  const newCode = async () => (await addCodes(server))[0] ?? ''

  return {
    ada,
    bob,
    codeRow,
    newCode,
    /** A coil that a code has extended. */
    async extendedCoil(client: Client): Promise<ExtendedCoil> {
      const coilSerial = newSerial()
      const { id } = await register(client, { coilSerial, purchaseDate: bought })
      const code = await newCode()
      await claim(client, id, code)
      return { id, coilSerial, code }
    },
    /** A coil whose detector has reported it, with a code and without a purchase date. */
    async undatedCoil(client: Client) {
      const serialNumber = newDetectorSerial().replace('DE', 'C0')
      const [accessoryId, code] = [await report(client, serialNumber), await newCode()]
      await claim(client, accessoryId, code)
      return { accessoryId, coilSerial: newSerial(), serialNumber, code }
    },
    /** The code extends this coil, from its purchase date. */
    async expectUnchanged(client: Client, { id, coilSerial, code }: ExtendedCoil): Promise<void> {
      expect(await coilOf(client, id)).toMatchObject({ id, coilSerial, code, purchaseDate: midnight(bought), ...extended })
      expect(await codeRow(code)).toMatchObject({
        accessoryId: id,
        startDate: new Date(extended.startWarrantyExtension),
        endDate: new Date(extended.endWarrantyExtension),
      })
    },
  }
}
