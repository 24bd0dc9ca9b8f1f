// @module-tag rest
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { users } from '../../src/server/db/tables.ts'
import { renewVersionKeys } from '../../src/server/db/versionKeys.ts'
import { bearer } from '../support/apiServer.ts'
import { chosen, listBody, listForm } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const everything = 2147483647
/** More than two pieces, and no multiple of one. */
const people = 1_203
const models = 640
const versions = 520
const groups = 505
const codes = 1_100
const events = 1_100

/** How many rows each list has at least; the lists that are added later have what the demo has: nothing. */
const least: Readonly<Record<string, number>> = {
  user: people,
  product: models,
  firmware: versions,
  betaGroup: groups,
  warrantyCode: codes,
  securityEvent: events,
}

/** Every list of the contract, with everything that it can be sorted by. */
const lists = Object.entries(contract).flatMap(([entity, calls]) =>
  'getB122TableResults' in calls ? calls.getB122TableResults.request.entries.sortBy.options.map((sortBy) => [entity, sortBy] as const) : [],
)

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  beforeAll(async () => {
    const { db } = server.context
    // Few different names, countries and moments, so that most rows are equal to hundreds of others in what they are sorted by.
    await db.execute(sql`
      insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_beta_tester, account_validated)
      select 'many' || number || '@example.net', 'none', (array['Ada', 'Zoé'])[1 + number % 2], 'Name ' || number / 700, '+33', '600000000',
        (array['FR', 'DE', 'ES', '??'])[1 + number % 4], number % 3 = 0, true
      from generate_series(1, ${people}::int) as number`)
    await db.execute(sql`
      insert into products (name, type_name, type_id)
      select 'Model ' || number, 'WS' || number % 3, number from generate_series(1, ${models}::int) as number`)
    await db.execute(sql`
      with file as (insert into files (filename, sha256, size_bytes, kind, media_type) values ('a.bin', 'none', 1, 'firmware', 'none') returning id),
        release as (
          insert into releases (state) select case when number % 5 > 0 then 'released' else 'draft' end
          from generate_series(1, ${versions}::int) as number returning id),
        numbered as (select id, row_number() over (order by id) as number from release)
      insert into firmwares (release_id, version_name, version_key, language, release_date, file_id)
      select numbered.id, '5.' || number % 12, '', 'en', timestamptz '2026-11-01' + number % 3 * interval '1 day', file.id
      from file, numbered`)
    await renewVersionKeys(db)
    // Half of the products have no version.
    await db.execute(sql`
      insert into firmware_products (product_id, firmware_id)
      select product.id, firmware.id from products as product
      join lateral (
        select firmwares.id from firmwares join releases on releases.id = release_id where state = 'released'
        order by (firmwares.id * 7 + product.id) % 41 limit 1) as firmware on product.id % 2 = 0`)
    await db.execute(sql`
      insert into security_events (kind, first_at, last_at)
      select 'signIn', moment, moment from generate_series(1, ${events}::int) as number,
        lateral (select timestamptz '2026-11-21' + number % 4 * interval '1 minute' as moment) as moments`)
    await db.execute(sql`insert into beta_groups (name) select 'Group ' || number from generate_series(1, ${groups}::int) as number`)
    // Days of many codes, and none for most.
    await db.execute(sql`
      insert into warranty_codes (code, start_date, end_date)
      select 'CODE' || number, case when number % 3 = 0 then timestamptz '2026-11-21' + number % 5 * interval '1 day 1 microsecond' end,
        case when number % 7 = 0 then timestamptz '2031-11-21' end
      from generate_series(1, ${codes}::int) as number`)
  })

  type Answer = { items: { id: number }[]; totalRows: number }
  /** The entities differ in what they can be sorted by. */
  const calls = () => admin as unknown as Record<string, { getB122TableResults: (request: object) => Promise<Answer> } | undefined>
  async function ask(entity: string, changed: object): Promise<Answer> {
    const answer = await calls()[entity]?.getB122TableResults({ body: listBody(changed) })
    if (answer === undefined) throw new Error(`${entity} has no list`)
    return answer
  }

  /** The same rows in pages. */
  async function piecesOf(entity: string, changed: object): Promise<{ id: number }[]> {
    const { items, totalRows } = await ask(entity, { ...changed, perPage: 500 })
    const pages = Array.from({ length: Math.ceil(totalRows / 500) - 1 }, (_, index) => index + 2)
    const further = await Promise.all(pages.map((currentPage) => ask(entity, { ...changed, perPage: 500, currentPage })))
    return [...items, ...further.flatMap((page) => page.items)]
  }

  it.each(lists)('gives all of the list of %ss in one answer, in the same order as its pages by %s [T65]', async (entity, sortBy) => {
    for (const sortDesc of [true, false]) {
      const pieces = await piecesOf(entity, { sortBy, sortDesc })
      expect(pieces.length).toBeGreaterThanOrEqual(least[entity] ?? 0)
      const all = await ask(entity, { sortBy, sortDesc, perPage: everything })
      expect(all.items).toEqual(pieces)
      expect(all.totalRows).toBe(pieces.length)
      expect(new Set(all.items.map(({ id }) => id)).size).toBe(pieces.length)
    }
  })

  it('gives all that a search and filters find, be it much, little or nothing', async () => {
    const filters = chosen(await admin.user.initB122Table(), 'isBetaTester', 'true')
    for (const [changed, found] of [
      [{ search: 'many' }, people],
      [{ search: 'ada name' }, Math.floor(people / 2)],
      [{ search: 'many7' }, 111],
      [{ search: 'nobody is called so' }, 0],
      [{ searchSerial: 'ABCDEF' }, 0],
      [{ filters }, people / 3],
      [{ filters, search: 'zoe', sortBy: 'country' }, Math.ceil(people / 6)],
    ] as const) {
      const all = await ask('user', { ...changed, perPage: everything })
      expect(all.totalRows).toBe(found)
      expect(all.items).toEqual(await piecesOf('user', changed))
    }
  })

  it('has nothing on a second page of everything, and says how much there is', async () => {
    const { items, totalRows } = await ask('product', { perPage: everything, currentPage: 2 })
    expect([items, totalRows]).toEqual([[], models])
  })

  it('refuses everything to those who may not see the list, and a filter that is not offered, before it begins', async () => {
    const customer = await server.signInAs('ROLE_CUSTOMER')
    const body = listBody({ perPage: everything })
    await expect(customer.user.getB122TableResults({ body })).rejects.toMatchObject({ code: 'not.authorized' })
    const wrong = ask('user', { perPage: everything, filters: [{ position: 0, selectedValue: 'ROLE_GOD' }] })
    await expect(wrong).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
  })

  it('tells each role what it may do with each row', async () => {
    const backOffice = await server.signInAs('ROLE_BE')
    const { items } = await backOffice.user.getB122TableResults({ body: listBody({ perPage: everything }) })
    const customers = items.filter(({ username }) => username.startsWith('many'))
    expect(new Set(customers.map(({ mayEdit, mayRemove }) => `${mayEdit} ${mayRemove}`))).toEqual(new Set(['true false']))
    expect(items.find(({ mayEdit }) => !mayEdit)).toBeDefined()
  })

  it('shows each row once while others come and go', async () => {
    const before = await ask('user', { perPage: everything, sortDesc: false })
    const asked = ask('user', { perPage: everything, sortDesc: false })
    await server.join()
    await server.context.db
      .update(users)
      .set({ isDeleted: true })
      .where(sql`${users.username} = 'many1200@example.net'`)
    const { items } = await asked
    const ids = items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(before.items.slice(0, 1_000).map(({ id }) => id)))
  })

  it('lets others run after each page', async () => {
    const body = listForm({ perPage: everything })
    const response = await server.request('/user/getB122TableResults', { method: 'POST', body, headers: bearer(admin) })
    const reader = response.body?.getReader()
    await reader?.read()
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    while ((await reader?.read())?.done === false);
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(Math.floor(people / 500))
  })
})
