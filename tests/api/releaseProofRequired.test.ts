// @module-tag rest
/** Where proof from real hardware is required: what is refused without it, and an administrator's exception (docs/releases.md). */
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { releases, releaseSchedules } from '../../src/server/db/tables.ts'
import { takeDueStep } from '../../src/server/entities/release/scheduleStep.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, firmwareBody, keptFileBody, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { openProofDesk } from '../support/proofDesk.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

serverOnPostgresWith({ RELEASE_PROOF: 'required' }, (server) => {
  const { admin, backOffice, newProduct, connect, flash, proofOf, missing, obstaclesOf, stateOf, draft } = openProofDesk(server)
  const unproved = { code: 'release.proof.error', status: 403 }
  const onActive = refused('release.proof.error', 'isActive')
  const reason = { proofReason: 'The lab has no hardware 3' }
  /** As if an administrator had made it, or it had been forgotten. */
  async function setException(id: number, values: Partial<typeof releases.$inferInsert>): Promise<void> {
    const isOfIt = eq(releases.id, await releaseIdOf(admin, id))
    await server.context.db.update(releases).set(values).where(isOfIt)
  }
  const lastChange = async (id: number) => (await admin.audit.getForRecord({ params: { entity: 'firmware', id } }))[0]

  it('refuses what nobody has tried, unless an administrator gives a reason, which is kept with it [T616]', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    await expect(takeStep(admin, id, 'released')).rejects.toMatchObject(unproved)
    await expect(takeStep(backOffice, id, 'released', reason)).rejects.toMatchObject(unproved)
    expect(await obstaclesOf(id)).toMatchObject([{ isRefused: true, hardwareVersion: null, name: 'en' }])
    await expect(takeStep(admin, id, 'released', { proofReason: ' ' })).rejects.toMatchObject(refused('MandatoryField', 'proofReason'))
    // A reason settles nothing else.
    await expect(takeStep(admin, id, 'beta', reason)).rejects.toMatchObject({ code: 'release.obstacle.error' })
    expect([await stateOf(id), (await proofOf(id)).exception]).toEqual(['draft', null])
    await takeStep(admin, id, 'released', reason)
    const now = server.context.clock().toISOString()
    expect(await proofOf(id)).toMatchObject({
      mode: 'required',
      exception: { by: { tostring: 'Ada Field' }, date: now, reason: reason.proofReason },
    })
    const entry = await lastChange(id)
    expect(entry).toMatchObject({ before: { proofException: null }, after: { proofException: reason.proofReason, state: 'released' } })
    // It is for the release as it is: a wider step asks nobody again, but says so.
    await takeStep(backOffice, id, 'beta', { betaGroupIds: [await addBetaGroup(server, [])] })
    expect(await obstaclesOf(id)).toMatchObject([{ isRefused: false }])
    await takeStep(backOffice, id, 'released')
  })

  it('takes a reason with a step that is set for later, and makes the exception when that is due', async () => {
    const id = await draft(await newProduct(), '5.0')
    const params = { id: await releaseIdOf(admin, id) }
    const at = new Date(server.context.clock().getTime() + 3_600_000).toISOString()
    const body = { step: 'released' as const, from: 'draft' as const, confirmed: [], betaGroupIds: [], at, ...reason }
    await expect(backOffice.release.schedule({ params, body })).rejects.toMatchObject(unproved)
    await admin.release.schedule({ params, body })
    expect((await proofOf(id)).exception).toBeNull()
    await server.context.db
      .update(releaseSchedules)
      .set({ at: sql`now() - interval '1 second'` })
      .where(eq(releaseSchedules.releaseId, params.id))
    await takeDueStep(server.context, params.id)
    expect([await stateOf(id), (await proofOf(id)).exception]).toMatchObject(['released', { reason: reason.proofReason }])
  })

  it('lets the back office offer what was tried, and keeps no exception that nobody needed', async () => {
    const id = await draft(await newProduct(), '5.0')
    await flash(id, { isSimulated: true })
    await expect(takeStep(backOffice, id, 'staged')).rejects.toMatchObject(unproved)
    await flash(id, { by: backOffice })
    await takeStep(backOffice, id, 'staged')
    await takeStep(admin, id, 'released', reason)
    expect((await proofOf(id)).exception).toBeNull()
  })

  it('refuses the specification’s calls on their field, but for an administrator’s program, which is the exception', async () => {
    const productId = await newProduct()
    await expect(addFirmware(backOffice, { productIds: [productId] })).rejects.toMatchObject(onActive)
    const id = await draft(productId, '5.0')
    const active = keptFileBody({ versionName: '5.0', productIds: [productId] })
    await expect(backOffice.firmware.update({ params: { id }, body: active })).rejects.toMatchObject(onActive)

    const page = async (method: string, path: string, { file, ...texts }: Partial<ReturnType<typeof firmwareBody>>) => {
      const { selectedProductIds = [], selectedBetaGroupIds: _, ...values } = texts
      const body = new FormData()
      for (const [name, value] of Object.entries(values)) body.append(name, String(value))
      for (const one of selectedProductIds) body.append('selectedProductIds', String(one))
      if (file !== undefined) body.append('file', file)
      return server.request(path, { method, body, headers: { ...bearer(admin), 'fieldport-build': '7' } })
    }
    for (const answer of [
      await page('POST', '/firmware', firmwareBody({ versionName: '5.9', productIds: [productId] })),
      await page('POST', `/firmware/${id}`, active),
    ])
      expect(await failure(answer)).toMatchObject({ status: 403, message: 'release.proof.error', invalidField: 'isActive' })
    expect(await stateOf(id)).toBe('draft')

    await admin.firmware.update({ params: { id }, body: active })
    const made = await addFirmware(admin, { productIds: [productId] })
    for (const one of [id, made]) {
      expect(await stateOf(one)).toBe('released')
      expect((await proofOf(one)).exception).toMatchObject({ by: { tostring: 'Ada Field' }, reason: null })
      expect((await lastChange(one))?.after).toMatchObject({ proofException: 'overTheApi' })
    }

    await flash(await draft(productId, '5.1'))
    const tried = await draft(productId, '5.2')
    await flash(tried)
    await backOffice.firmware.update({ params: { id: tried }, body: keptFileBody({ versionName: '5.2', productIds: [productId] }) })
    expect([await stateOf(tried), (await proofOf(tried)).exception]).toEqual(['released', null])
  })

  it('needs nothing anew for what was offered and is resumed, but for a beta that then reaches everyone', async () => {
    const [productId, group] = [await newProduct(), await addBetaGroup(server, [])]
    const given = { versionName: '5.0', productIds: [productId], betaGroupIds: [group] }
    const id = await addFirmware(admin, { ...given, isActive: false })
    const update = (client: Client, more: object) => client.firmware.update({ params: { id }, body: { ...keptFileBody(given), ...more } })
    const forgotten = () => setException(id, { proofExceptionAt: null })
    await takeStep(admin, id, 'beta', reason)
    await forgotten()
    for (const resume of [() => takeStep(backOffice, id, 'resume'), () => update(backOffice, {})]) {
      await takeStep(backOffice, id, 'halt')
      await resume()
      expect(await stateOf(id)).toBe('beta')
    }
    await takeStep(backOffice, id, 'halt')
    await expect(update(backOffice, { isBetaTest: false })).rejects.toMatchObject(onActive)
    await update(backOffice, { isBetaTest: false, isActive: false })
    await expect(takeStep(backOffice, id, 'resume')).rejects.toMatchObject(unproved)
    await takeStep(admin, id, 'resume', reason)
    expect(await stateOf(id)).toBe('released')
    await forgotten()
    await takeStep(backOffice, id, 'halt')
    await takeStep(backOffice, id, 'resume')
  })

  it('takes an exception back with each change of version, file, language, products or requirements, and keeps it with another change log', async () => {
    const group = await addBetaGroup(server, [])
    const [mine, theirs, third] = [await newProduct(), await newProduct(), await newProduct()]
    const given = { versionName: '5.0', productIds: [mine, theirs], betaGroupIds: [group], isActive: false }
    const form = keptFileBody(given)
    const { file } = firmwareBody()
    const id = await addFirmware(admin, given)
    const { id: other } = await admin.firmware.create({ body: { ...firmwareBody(given), language: 'Français' } })
    const params = { id: await releaseIdOf(admin, id) }
    const except = () => setException(id, { proofExceptionAt: server.context.clock(), proofExceptionReason: 'No detector' })
    const update = (more: object) => backOffice.firmware.update({ params: { id }, body: { ...form, ...more } })
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      version: () => update({ versionName: '5.1' }),
      language: () => update({ language: 'Deutsch' }),
      file: () => update({ file }),
      'fewer products': () => update({ selectedProductIds: [mine] }),
      'more products': () => update({ selectedProductIds: [mine, theirs, third] }),
      requirements: () => backOffice.release.setRequirements({ params, body: { needsCoil: true, hardwareVersions: [] } }),
      'another language': async () =>
        backOffice.firmware.create({ body: { ...firmwareBody({ ...given, versionName: '5.0' }), language: 'Español' } }),
      deletion: () => backOffice.firmware.remove({ params: { id: other } }),
      restoring: () => backOffice.firmware.restore({ params: { id: other } }),
    }
    for (const [name, change] of Object.entries(changes)) {
      // Back to what the form says.
      await update({})
      await except()
      await update({ changeLog: `Clearer before ${name}` })
      expect([name, (await proofOf(id)).exception]).toMatchObject([name, { reason: 'No detector' }])
      await change()
      expect([name, (await proofOf(id)).exception]).toEqual([name, null])
      const entry = await lastChange(id)
      expect([name, entry]).toMatchObject([name, { before: { proofException: 'No detector' }, after: { proofException: null } }])
    }
  })

  it('offers no other bytes than those that an exception is for, saved and offered in one call', async () => {
    const productId = await newProduct()
    const id = await draft(productId, '5.0')
    await setException(id, { proofExceptionAt: server.context.clock() })
    const { file, ...body } = firmwareBody({ versionName: '5.0', productIds: [productId] })
    await expect(backOffice.firmware.update({ params: { id }, body: { ...body, file } })).rejects.toMatchObject(onActive)
    await backOffice.firmware.update({ params: { id }, body })
    expect(await stateOf(id)).toBe('released')
  })

  it('asks again for the owners of another product, also while it is halted', async () => {
    const [productId, group] = [await newProduct(), await addBetaGroup(server, [])]
    const id = await draft(productId, '5.0')
    await flash(id, { by: backOffice })
    await takeStep(backOffice, id, 'beta', { betaGroupIds: [group] })
    const wider = { versionName: '5.0', productIds: [productId, await newProduct()], betaGroupIds: [group] }
    const add = (client: Client, isActive: boolean) =>
      client.firmware.update({ params: { id }, body: keptFileBody({ ...wider, isActive }) })
    const onProducts = refused('release.proof.error', 'selectedProductIds')
    await connect(await server.signInAs('ROLE_CUSTOMER'), { hardware: 4 })
    await expect(add(backOffice, true)).rejects.toMatchObject(onProducts)
    await takeStep(backOffice, id, 'halt')
    await expect(add(backOffice, false)).rejects.toMatchObject(onProducts)
    await add(admin, false)
    expect((await proofOf(id)).exception).toMatchObject({ reason: null })
    expect(await missing(id)).toEqual([4])
  })
})
