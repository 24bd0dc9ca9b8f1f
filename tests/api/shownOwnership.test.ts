/** What staff see of a user's detectors and coils. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { userProducts } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { addCodes, connectDetector, newSerial, register, registerPurchase } from '../support/coils.ts'
import { claim, midnight } from '../support/extendedCoils.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const shownTo = (client: Client, owner: Client) => client.user.get({ params: { id: owner.held.current?.id ?? 0 } })

serverOnPostgres((server) => {
  const [admin, backOffice, marketing, ada] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_MARKETTING', 'ROLE_CUSTOMER')
  const readers = [admin, backOffice, marketing]

  beforeAll(async () => {
    await addProduct(admin, { name: 'WS6 Master', typeId: 6 })
  })

  it('shows every role of staff the board, the purchase and the warranty of a detector, as its owner sees them', async () => {
    const id = await connectDetector(ada)
    await registerPurchase(ada, id, { purchaseDate: '2024-05-01' })
    const stored = {
      electronicBoardSerial: 'EB-0001',
      startWarrantyExtension: new Date(midnight('2029-05-01')),
      endWarrantyExtension: new Date(midnight('2034-05-01')),
    }
    await server.context.db.update(userProducts).set(stored).where(eq(userProducts.id, id))
    const [owned] = await ada.userProduct.getUserProductsForUser()
    expect(owned).toMatchObject({ electronicBoardSerial: 'EB-0001', purchaseProof: { fileName: 'invoice.png' } })
    for (const reader of readers) {
      const { userProducts: detectors } = await shownTo(reader, ada)
      expect(detectors).toEqual([
        {
          id,
          productName: 'WS6 Master',
          typeName: 'WS6',
          availableVersion: null,
          serialNumberFormatted: owned?.serialNumberFormatted,
          since: expect.any(String),
          firmwareState: 'unknown',
          openUpdate: null,
          versionName: null,
          electronicBoardSerial: 'EB-0001',
          purchaseDate: midnight('2024-05-01'),
          purchaseProof: owned?.purchaseProof,
          proofCheck: owned?.proofCheck,
          startWarranty: midnight('2024-05-01'),
          endWarranty: midnight('2029-05-01'),
          startWarrantyExtension: midnight('2029-05-01'),
          endWarrantyExtension: midnight('2034-05-01'),
        },
      ])
    }
  })

  it('shows them a coil’s purchase, its extension and the code that was claimed', async () => {
    const coilSerial = newSerial()
    const { id, purchaseProof, proofCheck } = await register(ada, { coilSerial, purchaseDate: '2025-11-30' })
    const [code = ''] = await addCodes(server)
    await claim(ada, id, code)
    for (const reader of readers) {
      const { accessories } = await shownTo(reader, ada)
      expect(accessories).toEqual([
        {
          id,
          name: coilSerial,
          serialNumberFormatted: coilSerial,
          userProductId: null,
          coilSerial,
          purchaseDate: midnight('2025-11-30'),
          purchaseProof,
          proofCheck,
          startWarrantyExtension: midnight('2030-11-30'),
          endWarrantyExtension: midnight('2035-11-30'),
          code,
          codeUsedAt: server.context.clock().toISOString(),
        },
      ])
    }
  })

  it('shows them what the user still has, and nothing that was deleted', async () => {
    const bob = await server.signInAs('ROLE_CUSTOMER')
    const [kept, deleted] = [await connectDetector(bob), await connectDetector(bob)]
    await bob.userProduct.delete({ params: { id: deleted } })
    const { id: coilId } = await register(bob)
    await bob.accessory.delete({ params: { id: coilId } })
    const { userProducts: detectors, accessories } = await shownTo(admin, bob)
    expect(detectors.map(({ id }) => id)).toEqual([kept])
    expect(accessories).toEqual([])
  })
})
