import { inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { undoHours } from '../../src/contract/crud.ts'
import { listRowsMax } from '../../src/contract/rules.ts'
import { products } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct, typeIdOf } from '../support/catalogue.ts'
import { chosen, listBody } from '../support/lists.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60 * 1000

serverOnPostgres((server) => {
  let admin: Client
  let backOffice: Client

  beforeEach(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
    backOffice = await server.signInAs('ROLE_BE')
  })

  const find = async (changed: object) => (await backOffice.product.getB122TableResults({ body: listBody(changed) })).items

  it('is created, shown, changed and found under its new name [T146]', async () => {
    const { id } = await backOffice.product.create({ body: { ...body('First name'), typeId: 6 } })
    await expect(admin.product.get({ params: { id } })).resolves.toMatchObject({
      name: 'First name',
      typeName: 'WS6',
      typeId: 6,
      firmwares: [],
    })
    await backOffice.product.update({ params: { id }, body: { ...body('Second name'), typeId: 7 } })
    await expect(admin.product.get({ params: { id } })).resolves.toMatchObject({ tostring: 'Second name', typeId: 7, isDeleted: false })
    expect((await find({ search: 'second' })).map((row) => row.id)).toEqual([id])
    const choices = await admin.product.getAllNotDeleted()
    expect(choices).toContainEqual({ id, tostring: 'Second name' })
  })

  it('leaves none out of the choices of a form, however many there are [T144]', async () => {
    const many = Array.from({ length: listRowsMax + 1 }, (_, index) => ({
      name: `Model ${crypto.randomUUID()}`,
      typeName: 'WS6',
      typeId: index,
    }))
    const added = await server.context.db.insert(products).values(many).returning({ id: products.id })
    const ids = added.map(({ id }) => id)
    const choices = (await admin.product.getAllNotDeleted()).map((choice) => choice?.id)
    expect(choices).toEqual(expect.arrayContaining(ids))
    await server.context.db.delete(products).where(inArray(products.id, ids))
  })

  it('offers those that are not deleted in a form, by name, whatever its case and accents [T351]', async () => {
    const ids: number[] = []
    for (const name of ['Zebra choice', 'Écho choice', 'delta choice', 'Removed choice', 'echo choice'])
      ids.push((await admin.product.create({ body: body(name) })).id)
    await admin.product.remove({ params: { id: ids[3] ?? 0 } })
    const choices = (await admin.product.getAllNotDeleted())
      .map((choice) => choice?.tostring ?? '')
      .filter((name) => name.endsWith(' choice'))
    expect([choices[0], choices.at(-1), choices.toSorted()]).toEqual([
      'delta choice',
      'Zebra choice',
      ['Zebra choice', 'delta choice', 'echo choice', 'Écho choice'].toSorted(),
    ])
  })

  it('names its firmwares, newest first, and no deleted one [T145]', async () => {
    const id = await addProduct(admin)
    await addFirmware(admin, { versionName: '3.0', productIds: [id] })
    server.pass(1000)
    await addFirmware(admin, { versionName: '3.1', productIds: [id] })
    const { firmwares } = await admin.product.get({ params: { id } })
    expect(firmwares.map(({ tostring }) => tostring)).toEqual(['3.1 (en)', '3.0 (en)'])
  })

  it.each([
    ['name', { name: ' ' }, 'MandatoryField'],
    ['name', { name: 'x'.repeat(251) }, 'text.too.long.error'],
    ['typeName', { typeName: '' }, 'MandatoryField'],
    ['typeId', { typeId: -1 }, 'number.invalid.error'],
    ['typeId', { typeId: 65_536 }, 'number.invalid.error'],
  ])('points to %s where that is wrong: %j [T250]', async (invalidField, wrong, code) => {
    const { id } = await admin.product.create({ body: body(crypto.randomUUID()) })
    const wrongBody = { ...body(crypto.randomUUID()), ...wrong }
    await expect(admin.product.create({ body: wrongBody })).rejects.toMatchObject({ code, invalidField })
    await expect(admin.product.update({ params: { id }, body: wrongBody })).rejects.toMatchObject({ code, invalidField })
  })

  it('has its name to itself, whatever the case, until it is deleted [T278]', async () => {
    const taken = { code: 'name.already.exists.error', status: 403, invalidField: 'name' }
    const first = await admin.product.create({ body: body('Unique') })
    const second = await admin.product.create({ body: body('Other') })
    await expect(admin.product.create({ body: body(' UNIQUE ') })).rejects.toMatchObject(taken)
    await expect(admin.product.update({ params: second, body: body('unique') })).rejects.toMatchObject(taken)
    await admin.product.remove({ params: first })
    await admin.product.update({ params: second, body: body('unique') })
    await expect(admin.product.restore({ params: first })).rejects.toMatchObject(taken)
  })

  it('lets one of two that save at the same moment win', async () => {
    const { id } = await admin.product.create({ body: body('Race') })
    const { version } = await admin.product.get({ params: { id } })
    const save = (name: string) => admin.product.update({ params: { id }, body: { ...body(name), version } })
    const outcomes = await Promise.allSettled([save('Race 1'), save('Race 2')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is kept when it is deleted, can no longer be changed, and comes back within the day [T147]', async () => {
    const { id } = await admin.product.create({ body: body('Gone') })
    const params = { id }
    await backOffice.product.remove({ params })
    expect(await find({ search: 'gone' })).toEqual([])
    const init = await admin.product.initB122Table()
    expect((await find({ search: 'gone', filters: chosen(init, 'deleted', 'true') })).map((row) => row.id)).toEqual([id])
    const choices = await admin.product.getAllNotDeleted()
    expect(choices).not.toContainEqual({ id, tostring: 'Gone' })
    const shown = await admin.product.get({ params })
    expect(shown.isDeleted).toBe(true)
    expect(Date.parse(shown.restorableUntil ?? '') - server.context.clock().getTime()).toBe(undoHours * hourMs)

    const deleted = { code: 'record.deleted.error' }
    await expect(admin.product.update({ params, body: body('Gone') })).rejects.toMatchObject(deleted)
    await expect(admin.product.remove({ params })).rejects.toMatchObject(deleted)
    await expect(addFirmware(admin, { productIds: [id] })).rejects.toMatchObject({ code: 'resource.not.found' })

    await backOffice.product.restore({ params })
    await expect(backOffice.product.restore({ params })).rejects.toMatchObject(deleted)
    expect((await find({ search: 'gone' })).map((row) => row.id)).toEqual([id])

    await admin.product.remove({ params })
    server.pass(undoHours * hourMs)
    // The day is over for its session too.
    const later = await server.signInAs('ROLE_ADMIN')
    await expect(later.product.restore({ params })).rejects.toMatchObject(deleted)
    await expect(later.product.get({ params })).resolves.toMatchObject({ isDeleted: true, restorableUntil: null })
  })

  it('is not found where there is none', async () => {
    const params = { id: 999_999 }
    await expect(admin.product.get({ params })).rejects.toMatchObject(notFound)
    await expect(admin.product.update({ params, body: body('Nobody') })).rejects.toMatchObject(notFound)
    await expect(admin.product.remove({ params })).rejects.toMatchObject(notFound)
    await expect(admin.product.restore({ params })).rejects.toMatchObject(notFound)
  })

  it('shows its trail to the back office, which reads only what it may edit [T762]', async () => {
    const { id } = await admin.product.create({ body: { ...body('Read by staff'), typeId: 12 } })
    const read = (entity: 'product' | 'news' | 'rallyZone' | 'warrantyCodeBatch') =>
      backOffice.audit.getForRecord({ params: { entity, id } })
    await expect(read('product')).resolves.toMatchObject([{ action: 'create' }])
    for (const entity of ['news', 'rallyZone', 'warrantyCodeBatch'] as const)
      await expect(read(entity)).rejects.toMatchObject({ code: 'not.authorized' })
  })

  it('leaves a trail of who changed what, that nobody can change [T216]', async () => {
    const { id } = await admin.product.create({ body: { ...body('Trail'), typeId: 8 } })
    await backOffice.product.update({ params: { id }, body: { ...body('Trail 2'), typeId: 9 } })
    await admin.product.remove({ params: { id } })
    await admin.product.restore({ params: { id } })
    const entries = await admin.audit.getForRecord({ params: { entity: 'product', id } })
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'restore', before: {}, after: {} },
      { action: 'delete', before: {}, after: {} },
      { action: 'update', before: { name: 'Trail', typeId: 8 }, after: { name: 'Trail 2', typeId: 9 } },
      { action: 'create', before: null, after: { ...body('Trail'), typeId: 8 } },
    ])
    expect(entries.map(({ by }) => by?.id)).toEqual([admin, admin, backOffice, admin].map((who) => who.held.current?.id))
    const { db } = server.context
    for (const change of [sql`update audit_entries set word = 'user'`, sql`delete from audit_entries`, sql`truncate audit_entries`]) {
      await expect(db.execute(change)).rejects.toThrow('Failed query')
    }
  })
})

function body(name: string) {
  return { name, typeName: 'WS6', typeId: typeIdOf(name) }
}
