import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const product = (name: string) => ({ name, typeName: 'WS6', typeId: 6 })

serverOnPostgres((server) => {
  let admin: Client
  let boss: number
  let nora: number
  let productId: number
  let groupId: number
  let began: Date

  const list = (changed: object) => admin.activity.getB122TableResults({ body: listBody(changed) })
  const found = async (changed: object) => (await list(changed)).items.map(({ action, recordName }) => `${action} ${recordName}`)
  const filtered = async (name: string, value: string) => found({ filters: chosen(await admin.activity.initB122Table(), name, value) })
  const at = (minutes: number) => new Date(began.getTime() + minutes * minuteMs).toISOString()

  beforeAll(async () => {
    boss = await server.addUser({ username: 'boss.of@example.com', firstname: '', lastname: '', role: 'ROLE_ADMIN' })
    nora = await server.addUser({ username: 'nora@example.com', firstname: 'Nora', lastname: 'Lindqvist', role: 'ROLE_BE' })
    admin = await server.signIn('boss.of@example.com')
    const backOffice = await server.signIn('nora@example.com')
    began = server.context.clock()
    productId = (await backOffice.product.create({ body: product('Orbit') })).id
    server.pass(minuteMs)
    await backOffice.product.update({ params: { id: productId }, body: product('Orbiter') })
    server.pass(minuteMs)
    groupId = (await admin.betaGroup.create({ body: { name: 'Dune walkers', selectedFirmwareIds: [], selectedUserIds: [] } })).id
    server.pass(minuteMs)
    await admin.betaGroup.remove({ params: { id: groupId } })
  })

  it('shows who changed what, the newest first, with the names of deleted records and of people without one [T780]', async () => {
    const { items, totalRows } = await list({})
    expect(totalRows).toBe(4)
    const byNora = { by: { id: nora, tostring: 'Nora Lindqvist' }, entity: 'product', recordId: productId, recordName: 'Orbiter' }
    const byBoss = { by: { id: boss, tostring: 'boss.of@example.com' }, entity: 'betaGroup', recordId: groupId, recordName: 'Dune walkers' }
    expect(items).toMatchObject([
      { ...byBoss, action: 'delete', date: at(3) },
      { ...byBoss, action: 'create', date: at(2) },
      { ...byNora, action: 'update', date: at(1), before: { name: 'Orbit' }, after: { name: 'Orbiter' } },
      { ...byNora, action: 'create', date: at(0) },
    ])
    expect(await found({ sortDesc: false, perPage: 1, currentPage: 2 })).toEqual(['update Orbiter'])
  })

  it('is filtered by person, kind and day [T781]', async () => {
    expect(await filtered('by', String(nora))).toEqual(['update Orbiter', 'create Orbiter'])
    expect(await filtered('entity', 'betaGroup')).toEqual(['delete Dune walkers', 'create Dune walkers'])
    expect(await filtered('date', `${at(1)}/${at(3)}`)).toEqual(['create Dune walkers', 'update Orbiter'])
    const { filters, allowed } = await admin.activity.initB122Table()
    const people = filters.find(({ name }) => name === 'by')?.options
    expect(people).toContainEqual({ id: String(nora), tostring: 'Nora Lindqvist' })
    expect(people).toContainEqual({ id: String(boss), tostring: 'boss.of@example.com' })
    expect(allowed).toEqual({ create: false, edit: false, remove: false })
    await expect(filtered('entity', 'coffee')).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(filtered('by', 'me')).rejects.toMatchObject({ code: 'request.invalid' })
  })

  it('finds people and records by name, and a record by its number [T782]', async () => {
    expect(await found({ search: 'lindqvist' })).toEqual(['update Orbiter', 'create Orbiter'])
    expect(await found({ search: 'dune WALK' })).toEqual(['delete Dune walkers', 'create Dune walkers'])
    const filters = chosen(await admin.activity.initB122Table(), 'entity', 'product')
    expect(await found({ search: `#${productId}`, filters })).toEqual(['update Orbiter', 'create Orbiter'])
    expect(await found({ search: '#999999' })).toEqual([])
    expect(await found({ search: 'nobody at all' })).toEqual([])
  })

  it('keeps the changes of a person whose account is deleted, under their name', async () => {
    await admin.user.remove({ params: { id: nora } })
    expect((await found({}))[0]).toBe('delete Nora Lindqvist')
    expect(await filtered('by', String(nora))).toEqual(['update Orbiter', 'create Orbiter'])
  })
})
