// @module-tag rest
import { beforeAll, expect, it } from 'vitest'
import type { RecordEntity } from '../../src/contract/recordFields.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { picture } from '../support/pictures.ts'
import { serverOnEmbedded } from '../support/servers.ts'
import { kmlFile } from '../support/zoneFiles.ts'

const product = (name: string, typeId: number, typeName = 'WS6') => ({ name, typeName, typeId })
const person = { firstname: 'Ada', lastname: 'Field', phonePrefix: '+33', phoneNumber: '612345678', country: 'FR', isBetaTester: false }
const noGroups = { selectedBetaGroupIds: [] }

serverOnEmbedded('transactions', (server) => {
  let admin: Client
  let nora: Client

  beforeAll(async () => {
    await server.addUser({ username: 'boss.of@example.com', firstname: 'Ann', lastname: 'Admin', role: 'ROLE_ADMIN' })
    await server.addUser({ username: 'nora@example.com', firstname: 'Nora', lastname: 'Lindqvist', role: 'ROLE_BE' })
    admin = await server.signIn('boss.of@example.com')
    nora = await server.signIn('nora@example.com')
  })

  const historyOf = (entity: RecordEntity, id: number) => admin.audit.getForRecord({ params: { entity, id } })
  const revert = (id: number, keptFields: string[] = []) => admin.audit.revert({ params: { id }, body: { keptFields } })
  async function latest(entity: RecordEntity, id: number): Promise<number> {
    return (await historyOf(entity, id))[0]?.id ?? 0
  }
  async function changedProduct(name: string, typeId: number) {
    const params = await nora.product.create({ body: product(name, typeId) })
    await nora.product.update({ params, body: product(`${name} 2`, typeId, 'WS7') })
    return { params, entryId: await latest('product', params.id) }
  }

  it('undoes one change of a record, keeps what was changed of it since, and is undone itself [T785]', async () => {
    const { params, entryId } = await changedProduct('Orbit', 801)
    await nora.product.update({ params, body: product('Orbit 2', 802, 'WS7') })
    await expect(revert(entryId)).resolves.toEqual({ id: params.id })
    expect(await admin.product.get({ params })).toMatchObject(product('Orbit', 802))
    const [entry] = await historyOf('product', params.id)
    expect(entry).toMatchObject({
      action: 'update',
      by: { tostring: 'Ann Admin' },
      before: { name: 'Orbit 2', typeName: 'WS7' },
      after: { name: 'Orbit', typeName: 'WS6' },
    })
    await revert(entry?.id ?? 0)
    expect(await admin.product.get({ params })).toMatchObject(product('Orbit 2', 802, 'WS7'))
  })

  it('refuses what somebody has changed since, with the field, who and when; the rest can be undone [T786]', async () => {
    const { params, entryId } = await changedProduct('Comet', 803)
    await nora.product.update({ params, body: product('Halley', 803, 'WS7') })
    const date = server.context.clock().toISOString()
    const changes = [{ field: 'name', by: 'Nora Lindqvist', date }]
    await expect(revert(entryId)).rejects.toMatchObject({ code: 'changed.meanwhile.error', meanwhile: { changes } })
    expect(await admin.product.get({ params })).toMatchObject(product('Halley', 803, 'WS7'))
    await revert(entryId, ['name'])
    expect(await admin.product.get({ params })).toMatchObject(product('Halley', 803))
    await expect(revert(entryId, ['name'])).rejects.toMatchObject({ code: 'revert.done.error' })
  })

  it('says that nothing is left to undo, and leaves no entry then', async () => {
    const { params, entryId } = await changedProduct('Saturn', 804)
    await revert(entryId)
    const entries = (await historyOf('product', params.id)).length
    await expect(revert(entryId)).rejects.toMatchObject({ code: 'revert.done.error' })
    await expect(revert(entryId, ['name', 'typeName'])).rejects.toMatchObject({ code: 'revert.done.error' })
    expect(await historyOf('product', params.id)).toHaveLength(entries)
  })

  it('keeps the rules of the form: another record has the name by now, or the record is deleted', async () => {
    const { params, entryId } = await changedProduct('Pluto', 805)
    await nora.product.create({ body: product('Pluto', 806) })
    await expect(revert(entryId)).rejects.toMatchObject({ code: 'name.already.exists.error', invalidField: 'name' })
    await admin.product.remove({ params })
    await expect(revert(entryId)).rejects.toMatchObject({ code: 'record.deleted.error' })
  })

  it('puts back what each form holds: a user, a firmware, a group, an article and a zone [T787]', async () => {
    const id = await server.addUser({ ...person, username: 'ada@example.com', distributor: null })
    const changed = { firstname: 'Grace', lastname: 'Hopper', phonePrefix: '+49', phoneNumber: '15123456789', country: 'DE' }
    const body = {
      ...person,
      ...changed,
      username: 'ada@example.com',
      distributor: 'Dig Ltd',
      isBetaTester: true,
      role: 'ROLE_BE' as const,
    }
    await admin.user.update({ params: { id }, body: { ...body, ...noGroups } })
    await revert(await latest('user', id))
    expect(await admin.user.get({ params: { id } })).toMatchObject({ ...person, distributor: null, role: 'ROLE_CUSTOMER' })

    const firmware = firmwareBody({ versionName: '7.1', isActive: false })
    const firmwareParams = await admin.firmware.create({ body: firmware })
    const form = { ...keptFileBody({ versionName: '7.2', isActive: false }), language: 'fr', changeLog: '' }
    await admin.firmware.update({ params: firmwareParams, body: form })
    await revert(await latest('firmware', firmwareParams.id))
    const { versionName, language, changeLog } = firmware
    expect(await admin.firmware.get({ params: firmwareParams })).toMatchObject({ versionName, language, changeLog })

    const members = { selectedFirmwareIds: [], selectedUserIds: [] }
    const group = await admin.betaGroup.create({ body: { name: 'Beach', ...members } })
    await admin.betaGroup.update({ params: group, body: { name: 'Wet sand', ...members } })
    await revert(await latest('betaGroup', group.id))
    expect(await admin.betaGroup.get({ params: group })).toMatchObject({ name: 'Beach' })

    const draft = { title: 'Soon', content: '<p>A</p>', published: false }
    const news = await admin.news.create({ body: { ...draft, thumbnail: await picture('png') } })
    await admin.news.update({ params: news, body: { ...draft, title: 'Now', thumbnail: undefined } })
    await revert(await latest('news', news.id))
    expect(await admin.news.get({ params: news })).toMatchObject({ title: 'Soon', content: '<p>A</p>', thumbnailType: 'image/png' })

    const zone = await admin.rallyZone.create({ body: { title: 'Meadow', enabled: false, zoneFile: [kmlFile()] } })
    await admin.rallyZone.update({ params: zone, body: { title: 'Heath', enabled: true, zoneFile: [] } })
    await revert(await latest('rallyZone', zone.id))
    expect(await admin.rallyZone.get({ params: zone })).toMatchObject({ title: 'Meadow', status: false, fileName: 'field.kml' })
  })

  it('makes nobody a tester of groups again, and takes them out of none that they were put in since', async () => {
    const id = await server.addUser({ ...person, username: 'tess@example.com' })
    const form = { ...person, username: 'tess@example.com' }
    await nora.user.update({ params: { id }, body: { ...form, isBetaTester: true, ...noGroups } })
    const entryId = await latest('user', id)
    const group = await admin.betaGroup.create({ body: { name: 'Night owls', selectedFirmwareIds: [], selectedUserIds: [] } })
    await nora.user.update({ params: { id }, body: { ...form, isBetaTester: true, selectedBetaGroupIds: [group.id] } })
    await expect(revert(entryId)).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    await expect(revert(await latest('user', id))).rejects.toMatchObject({ code: 'revert.refused.error' })
    expect((await admin.user.get({ params: { id } })).betaGroups).toHaveLength(1)
  })

  it('asks for fresh proof exactly where the form does', async () => {
    const { entryId } = await changedProduct('Vega', 807)
    const other = await nora.product.create({ body: product('Rigel', 808) })
    await nora.product.update({ params: other, body: product('Rigel', 809) })
    server.pass(10 * 60_000)
    // The client would ask the person, and send it again.
    const sent = async (id: number) => {
      const body = new URLSearchParams({ keptFields: '' })
      return server.request(`/audit/${id}/revert`, { method: 'POST', headers: bearer(admin), body })
    }
    await expect(failure(await sent(await latest('product', other.id)))).resolves.toMatchObject({ message: 'proof.required.error' })
    expect((await sent(entryId)).ok).toBe(true)
    admin = await server.signIn('boss.of@example.com')
    await expect(revert(await latest('product', other.id))).resolves.toBeDefined()
  })

  it('is for changes of a form that are known', async () => {
    const { params } = await changedProduct('Mira', 810)
    await expect(revert(999_999)).rejects.toMatchObject({ code: 'resource.not.found' })
    const created = (await historyOf('product', params.id)).find(({ action }) => action === 'create')
    await expect(revert(created?.id ?? 0)).rejects.toMatchObject({ code: 'revert.refused.error' })
    const id = await server.addUser({ ...person, username: 'old@example.com' })
    await nora.user.update({ params: { id }, body: { ...person, username: 'new@example.com', ...noGroups } })
    await expect(revert(await latest('user', id))).rejects.toMatchObject({ code: 'revert.refused.error' })
  })
})
