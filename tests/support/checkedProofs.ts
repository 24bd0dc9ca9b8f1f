/** Customers whose proofs are checked, and the staff who check them. */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { WaitingProof } from '../../src/contract/proofCheck.ts'
import { files, rateLimits } from '../../src/server/db/tables.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { addProduct } from './catalogue.ts'
import { connectDetector, type NewCoil, register, registerPurchase } from './coils.ts'

/** `people` are new for each test, and nothing waits to be checked. */
export function checkedProofsOn(server: ApiServer) {
  let ada: Client
  let staff: Client
  let colleague: Client

  beforeAll(async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
  })
  beforeEach(async () => {
    await server.context.db.delete(files)
    // Nobody uploads so many proofs within an hour.
    await server.context.db.delete(rateLimits)
    ada = await server.signInAs('ROLE_CUSTOMER')
    staff = await server.signInAs('ROLE_BE')
    colleague = await server.signInAs('ROLE_ADMIN')
  })

  const refreshed = async (username: string) => server.enter(username)
  const coilOf = async (id: number, owner = ada) =>
    (await owner.accessory.getUserAccessoriesForUser()).find((coil) => coil.id === id) ?? expect.fail('no such coil')
  const detectorOf = async (id: number, owner = ada) =>
    (await owner.userProduct.getUserProductsForUser()).find((detector) => detector.id === id) ?? expect.fail('no such detector')

  async function take(client = staff): Promise<WaitingProof[]> {
    return (await client.proofCheck.take()).proofs
  }

  return {
    people: () => ({ ada, staff, colleague }),
    refreshed,
    coilOf,
    detectorOf,
    take,
    coil: (coil: NewCoil = {}, owner = ada) => register(owner, coil),
    /** By staff, who give a reason. */
    correct: ({ id, coilSerial }: { id: number; coilSerial: string | null }, purchaseDate: string, client = staff) => {
      const body = { coilSerial: coilSerial ?? '', purchaseDate, isExtensionConfirmed: false, reason: 'Misread' }
      return client.accessory.correct({ params: { id }, body })
    },
    async detector(owner = ada): Promise<number> {
      const id = await connectDetector(owner)
      await registerPurchase(owner, id)
      return id
    },
    /** Approves the proof that waits for longest. */
    async approve(client = staff): Promise<WaitingProof> {
      const [first = expect.fail('nothing waits')] = await take(client)
      await client.proofCheck.decide({ params: { id: first.id }, body: { decision: 'approved', submittedAt: first.submittedAt } })
      return first
    },
    async refuse(
      body: { reason?: 'unreadable' | 'otherDate' | 'other'; words?: string } = { reason: 'unreadable' },
      client = staff,
    ): Promise<WaitingProof> {
      const [first = expect.fail('nothing waits')] = await take(client)
      await client.proofCheck.decide({ params: { id: first.id }, body: { decision: 'refused', submittedAt: first.submittedAt, ...body } })
      return first
    },
  }
}
