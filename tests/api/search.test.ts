import { beforeAll, expect, it } from 'vitest'
import { betaGroups } from '../../src/server/db/tables.ts'
import { addProduct } from '../support/catalogue.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const people = [
  ['Élodie', 'Lefèvre'],
  ['Алёна', 'Йовович'],
  ['Їван', 'Ґудзь'],
  ['Ελένη', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  ['İpek', 'Işık'],
  ['Jürgen', 'Großmann'],
  ['Søren', 'Ærø'],
  ['Łucja', 'Đukić'],
  ['Li', 'Zofia'],
  ['Azo', 'Quli'],
  ['Đorđe', 'Þórsson'],
  ['伟', '王'],
] as const

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  beforeAll(async () => {
    for (const [nth, [firstname, lastname]] of people.entries())
      await server.addUser({ username: `n${nth}@example.net`, firstname, lastname, phoneNumber: '700000000' })
  })

  const pageOf = (currentPage: number) =>
    admin.user.getB122TableResults({
      body: listBody({ search: '700000000', sortBy: 'lastname', sortDesc: false, perPage: 5, currentPage }),
    })
  const find = async (search: string) =>
    (await admin.user.getB122TableResults({ body: listBody({ search, sortDesc: false }) })).items.map(({ firstname }) => firstname)

  it.each([
    ['ELODIE', 'Élodie'],
    ['lefevre', 'Élodie'],
    ['Lefe\u0300vre', 'Élodie'],
    ['аленА', 'Алёна'],
    ['АЛЁНА', 'Алёна'],
    ['иовович', 'Алёна'],
    ['ЇВАН ґудзь', 'Їван'],
    ['παπαδοπουλοσ', 'Ελένη'],
    ['παπαδόπουλος', 'Ελένη'],
    ['ΕΛΕΝΗ', 'Ελένη'],
    ['ipek isik', 'İpek'],
    ['IPEK IŞIK', 'İpek'],
    ['İPEK', 'İpek'],
    ['grossmann', 'Jürgen'],
    ['GROẞMANN', 'Jürgen'],
    ['großm', 'Jürgen'],
    ['soren aero', 'Søren'],
    ['SØREN ÆRØ', 'Søren'],
    ['lucja dukic', 'Łucja'],
    ['ŁUCJA', 'Łucja'],
    ['dorde thorsson', 'Đorđe'],
    ['王', '伟'],
    ['王 伟', '伟'],
  ])('finds for “%s” who is called so, and nobody else', async (typed, firstname) => {
    expect(await find(typed)).toEqual([firstname])
  })

  it('looks for two letters where a word begins, and for single letters alone where the last name does', async () => {
    for (const typed of ['zo', 'zof', 'ofi', 'li', 'z', 'z li']) expect([typed, await find(typed)]).toEqual([typed, ['Li']])
    for (const typed of ['lefevre e', 'Ł']) expect([typed, await find(typed)]).toEqual([typed, ['Élodie']])
    for (const typed of ['lefevre o', '%', '__', String.raw`\ `]) expect([typed, await find(typed)]).toEqual([typed, []])
  })

  it('counts what it finds, and gives the pages of it in order', async () => {
    const [first, last, beyond] = [await pageOf(1), await pageOf(3), await pageOf(4)]
    expect([first.totalRows, last.totalRows, beyond.totalRows]).toEqual([12, 12, 12])
    expect(first.items.map(({ lastname }) => lastname)).toEqual(['Ærø', 'Đukić', 'Großmann', 'Işık', 'Lefèvre'])
    expect(last.items).toHaveLength(2)
    expect(beyond.items).toEqual([])
  })

  it('searches products and beta groups by the same rules', async () => {
    const name = `Øresund ${crypto.randomUUID()}`
    await addProduct(admin, { name })
    await server.context.db.insert(betaGroups).values({ name })
    for (const search of ['o', 'or', 'ORESUND', 'und']) {
      const { items } = await admin.product.getB122TableResults({ body: listBody({ search }) })
      expect(items.map((row) => row.name)).toEqual([name])
      expect((await admin.betaGroup.getAll({ query: { search } })).map(({ tostring }) => tostring)).toEqual([name])
    }
    expect((await admin.product.getB122TableResults({ body: listBody({ search: 'un' }) })).items).toEqual([])
    expect(await admin.betaGroup.getAll({ query: { search: 'e' } })).toEqual([])
  })
})
