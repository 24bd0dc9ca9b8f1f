/** Staff check proofs side by side: oldest first, and nobody the one of another. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proofChecks } from '../../src/server/db/tables.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60 * 1000

serverOnPostgres((server) => {
  const { people, coil, detector, take, approve } = checkedProofsOn(server)

  it('the oldest comes first, with the next one, and with what it is about [T905]', async () => {
    const { ada, staff } = people()
    const first = await coil({ purchaseDate: '2026-03-01' })
    server.pass(1_000)
    await detector()
    server.pass(1_000)
    await coil()
    const { waiting, proofs } = await staff.proofCheck.take()
    expect(waiting).toBe(3)
    expect(proofs.map(({ kind }) => kind)).toEqual(['coil', 'detector'])
    expect(proofs[0]).toEqual({
      id: first.purchaseProof?.id,
      submittedAt: expect.any(String),
      kind: 'coil',
      name: first.name,
      serialNumber: first.coilSerial,
      purchaseDate: '2026-03-01T00:00:00.000Z',
      createdAt: expect.any(String),
      purchaseProof: first.purchaseProof,
      code: null,
      owner: { id: ada.held.current?.id, tostring: 'Ada Field' },
      country: 'FR',
    })
    await approve()
    expect((await take()).map(({ kind }) => kind)).toEqual(['detector', 'coil'])
  })

  it('two people never have the same one, at once or one after the other [T906]', async () => {
    const { staff, colleague } = people()
    for (let count = 0; count < 5; count += 1) await coil()
    const [hers, his] = await Promise.all([take(staff), take(colleague)])
    const ids = [...hers, ...his].map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
    // Each keeps theirs.
    expect(await take(staff)).toEqual(hers)
    await approve(staff)
    const next = (await take(staff)).map(({ id }) => id)
    expect(next).toHaveLength(2)
    for (const { id } of his) expect(next).not.toContain(id)
  })

  it('the proofs of somebody who has left are free after some minutes [T907]', async () => {
    const { staff, colleague } = people()
    await coil()
    const hers = await take(staff)
    expect(await take(colleague)).toEqual([])
    await server.context.db.update(proofChecks).set({ claimedUntil: sql`now() - interval '1 second'` })
    expect(await take(colleague)).toEqual(hers)
    expect(await take(staff)).toEqual([])
  })

  it('nobody gets or decides their own [T908]', async () => {
    const { staff, colleague } = people()
    await coil({}, staff)
    expect(await take(staff)).toEqual([])
    const [waiting = expect.fail('nothing waits')] = await take(colleague)
    const own = staff.proofCheck.decide({ params: { id: waiting.id }, body: { decision: 'approved', submittedAt: waiting.submittedAt } })
    await expect(own).rejects.toMatchObject({ code: 'not.authorized', status: 403 })
    await colleague.proofCheck.decide({ params: { id: waiting.id }, body: { decision: 'approved', submittedAt: waiting.submittedAt } })
    await expect(staff.proofCheck.reopen({ params: { id: waiting.id } })).rejects.toMatchObject({ code: 'not.authorized' })
  })

  it('what was given up is not checked, nor what a deleted account has sent [T909]', async () => {
    const { ada, colleague } = people()
    const { id } = await coil()
    await ada.accessory.delete({ params: { id } })
    expect(await take()).toEqual([])
    await coil()
    await colleague.user.remove({ params: { id: ada.held.current?.id ?? 0 } })
    expect(await take()).toEqual([])
    expect(await colleague.proofCheck.getSummary()).toEqual({ waiting: 0, late: 0, oldest: null })
  })

  it('the summary counts those that wait, and those that wait for more than five working days [T910]', async () => {
    const { colleague } = people()
    await coil()
    const oldest = server.context.clock().toISOString()
    expect(await colleague.proofCheck.getSummary()).toEqual({ waiting: 1, late: 0, oldest })
    // Seven days hold five working ones.
    server.pass(7 * dayMs + 1_000)
    const later = await server.signIn(colleague.held.current?.username ?? '')
    await coil({}, await server.signInAs('ROLE_CUSTOMER'))
    expect(await later.proofCheck.getSummary()).toEqual({ waiting: 2, late: 1, oldest })
  })
})
