/** What two people have seen goes out again after a halt; what was only a small beta waits for another one (docs/security.md, 51). */
// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { products } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, keptFileBody, releaseIdOf, takeStep as take } from '../support/catalogue.ts'
import { serverOnPostgresWith, signedIn } from '../support/servers.ts'

serverOnPostgresWith({ RELEASE_APPROVERS: '2' }, (server) => {
  const approval = { code: 'release.approval.error' }
  const [admin, other] = signedIn(server, 'ROLE_ADMIN', 'ROLE_ADMIN')

  const draft = async () => {
    const productId = await addProduct(admin)
    const given = { versionName: '5.0', productIds: [productId] }
    const id = await addFirmware(admin, { ...given, isActive: false })
    const params = { id: await releaseIdOf(admin, id) }
    return {
      id,
      productId,
      groupId: await addBetaGroup(server, []),
      approve: (by: Client) => by.release.approve({ params, body: {} }),
      update: (by: Client, flags: object) => by.firmware.update({ params: { id }, body: { ...keptFileBody(given), ...flags } }),
    }
  }
  const haltedBeta = async () => {
    const release = await draft()
    await take(admin, release.id, 'beta', { betaGroupIds: [release.groupId] })
    await take(admin, release.id, 'halt')
    return release
  }

  type Halted = Awaited<ReturnType<typeof haltedBeta>>
  it.each<[string, (release: Halted) => Promise<unknown>, (release: Halted) => Promise<unknown>]>([
    ['in one form', async () => {}, ({ update }) => update(admin, { isActive: true })],
    ['in two steps', ({ update }) => update(admin, { isActive: false }), ({ id }) => take(admin, id, 'resume')],
    [
      'after a deletion and a restoration',
      async ({ id, update }) => {
        await update(admin, { isActive: false })
        await admin.firmware.remove({ params: { id } })
        await admin.firmware.restore({ params: { id } })
      },
      ({ id }) => take(admin, id, 'resume'),
    ],
  ])('a beta that was halted is offered to all %s only where another one has approved it', async (_, prepare, offer) => {
    const release = await haltedBeta()
    await prepare(release)
    await release.approve(admin)
    await expect(offer(release)).rejects.toMatchObject(approval)
    await release.approve(other)
    await offer(release)
  })

  it('what one has approved and another offered, either may halt and resume, until it changes', async () => {
    const { id, approve, update } = await draft()
    await approve(other)
    await take(admin, id, 'staged')
    for (const by of [other, admin]) {
      await take(by, id, 'halt')
      await take(by, id, 'resume')
    }
    await take(admin, id, 'halt')
    await update(admin, { isActive: false, changeLog: 'Of one person' })
    await approve(admin)
    await expect(take(admin, id, 'resume')).rejects.toMatchObject(approval)
  })

  it('an approval is for the detectors that a product had', async () => {
    const { id, productId, approve } = await draft()
    await approve(other)
    const { name, typeName, typeId } = await admin.product.get({ params: { id: productId } })
    await admin.product.update({ params: { id: productId }, body: { name, typeName, typeId: typeId + 7_000 } })
    await expect(take(admin, id, 'staged')).rejects.toMatchObject(approval)
  })

  it('a release for all reaches no further detectors by one person', async () => {
    const { id, productId, approve } = await draft()
    const twin = await addProduct(admin)
    await approve(other)
    await take(admin, id, 'released')
    const { typeId } = await admin.product.get({ params: { id: productId } })
    // As an earlier version allowed.
    await server.context.db.update(products).set({ typeId }).where(eq(products.id, twin))
    const { name, typeName } = await admin.product.get({ params: { id: productId } })
    const changed = admin.product.update({ params: { id: productId }, body: { name, typeName, typeId: typeId + 7_000 } })
    await expect(changed).rejects.toMatchObject(approval)
  })

  it('a product keeps its number while its release is being offered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, productId, approve } = await draft()
      await approve(other)
      const { name, typeName, typeId } = await admin.product.get({ params: { id: productId } })
      const body = { name, typeName, typeId: typeId + 7_000 }
      const both = [take(admin, id, 'released'), admin.product.update({ params: { id: productId }, body })]
      const outcomes = await Promise.allSettled(both)
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('an approval of somebody who has seen another number or another text is refused', async () => {
    const { id, productId, update } = await draft()
    const params = { id: await releaseIdOf(admin, id) }
    const { name, typeName, typeId } = await admin.product.get({ params: { id: productId } })
    const changes = [
      () => admin.product.update({ params: { id: productId }, body: { name, typeName, typeId: typeId + 7_000 } }),
      () => update(admin, { isActive: false, changeLog: 'Of one person' }),
    ]
    for (const change of changes) {
      const { fingerprint } = await other.release.get({ params })
      await change()
      await expect(other.release.approve({ params, body: { fingerprint } })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    }
  })

  it('a form that changes the text and offers it is judged by what it has changed', async () => {
    const first = await draft()
    await first.approve(other)
    await expect(first.update(admin, { isActive: true, changeLog: 'Of one person' })).rejects.toMatchObject(approval)
    await first.update(admin, { isActive: true })
    await take(admin, first.id, 'halt')
    await take(admin, first.id, 'resume')
    const halted = await draft()
    await halted.approve(other)
    await take(admin, halted.id, 'staged')
    await take(admin, halted.id, 'halt')
    await expect(halted.update(other, { isActive: true, isBetaTest: false, changeLog: 'Of one' })).rejects.toMatchObject(approval)
  })

  it('what somebody has narrowed to a beta, its approver alone does not widen again', async () => {
    const { id, groupId, approve, update } = await draft()
    await approve(other)
    await take(admin, id, 'released')
    await take(admin, id, 'beta', { betaGroupIds: [groupId] })
    await take(admin, id, 'halt')
    await expect(update(other, { isActive: true, isBetaTest: false })).rejects.toMatchObject(approval)
  })

  it('what one save has halted and made a beta, its approver alone does not widen again', async () => {
    const { approve, update } = await draft()
    await approve(other)
    await update(admin, { isActive: true })
    await update(admin, { isActive: false, isBetaTest: true })
    await expect(update(other, { isActive: true, isBetaTest: false })).rejects.toMatchObject(approval)
  })

  it('a product that was deleted by mistake comes back to its release, by the approver too', async () => {
    const { id, productId, approve } = await draft()
    await approve(other)
    await take(admin, id, 'released')
    for (const by of [other, admin]) {
      await by.product.remove({ params: { id: productId } })
      await expect(by.product.restore({ params: { id: productId } })).resolves.toMatchObject({ id: productId })
    }
  })

  it('says of each reader whether an approval counts', async () => {
    const { id, approve } = await draft()
    const params = { id: await releaseIdOf(admin, id) }
    const counts = () => Promise.all([admin, other].map(async (by) => (await by.release.get({ params })).isApproved))
    expect(await counts()).toEqual([false, false])
    await approve(other)
    expect(await counts()).toEqual([true, false])
  })

  it('an approval for a beta of many is none for all of one who has not offered it to them', async () => {
    const { id, approve, update } = await draft()
    const testers: number[] = []
    for (let index = 0; index < 21; index += 1) testers.push((await server.join({ isBetaTester: true })).userId)
    await approve(other)
    await take(admin, id, 'beta', { betaGroupIds: [await addBetaGroup(server, testers)] })
    await take(other, id, 'halt')
    await expect(update(other, { isActive: true })).rejects.toMatchObject(approval)
  })
})
