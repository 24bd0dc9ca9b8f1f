// @module-tag rest
/** Files of what a list shows, for staff to take away. That they want fresh proof: freshProof.test.ts. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeRequest } from '../../src/app/api/encodeRequest.ts'
import { type Endpoint, mayCall } from '../../src/contract/endpoint.ts'
import { exportSheetRowsMax, exportsPerHour, roles } from '../../src/contract/rules.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { columnsOf, exportCalls, type ExportedEntity, exportedLists } from '../support/exportedColumns.ts'
import { exportOf, readCsv } from '../support/exports.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { readSheet } from '../support/sheets.ts'

const at = (list: ExportedEntity, id: string) => columnsOf(list).indexOf(id)
/** More than two pages, and no multiple of one. */
const people = 620

serverOnPostgres((server) => {
  const [admin, marketing] = signedIn(server, 'ROLE_ADMIN', 'ROLE_MARKETTING')

  beforeAll(async () => {
    await server.context.db.execute(sql`
      insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_newsletter, account_validated)
      select 'many' || number || '@example.net', 'none', '=1+1', 'Zoé, "' || number || '"', '+33', '639984455', (array['FR', 'DE'])[1 + number % 2],
        number % 3 = 0, true
      from generate_series(1, ${people}::int) as number`)
  })

  async function send(client: Client, list: ExportedEntity, changed: object) {
    const endpoint: Endpoint = exportCalls[list]
    const { path, body } = { body: undefined, ...encodeRequest(endpoint, { body: { ...exportOf(list, {}), ...changed } }) }
    return server.request(path, { method: 'POST', headers: bearer(client), ...(body !== undefined && { body }) })
  }
  /** Their answers are not read. */
  const hold = (client: Client, count: number) => Array.from({ length: count }, () => send(client, 'news', { format: 'xlsx' }))
  const readProducts = async (client: Client) => (await readSheet(await send(client, 'product', { format: 'xlsx' }))).header
  const filter = async (name: string, value: string) => chosen(await admin.user.initB122Table(), name, value)
  const logged = async (client: Client) => {
    const { items } = await admin.securityEvent.getB122TableResults({ body: listBody({ perPage: 500 }) })
    return items.filter(({ kind, account }) => kind === 'dataExported' && account?.id === client.held.current?.id)
  }

  it('have all rows that the search and the filters show, newest first, in the same order in both formats [T811]', async () => {
    const filters = await filter('country', 'FR')
    const { items, totalRows } = await admin.user.getB122TableResults({ body: listBody({ perPage: 500, search: 'many', filters }) })
    expect(totalRows).toBe(people / 2)
    const csv = await send(admin, 'user', { search: 'many', filters })
    expect(csv.headers.get('content-disposition')).toContain('filename="My list-2026-11-21.csv"')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { header, rows } = await readCsv(csv)
    expect(header.slice(0, 2)).toEqual(['FIRSTNAME', 'LASTNAME'])
    expect(header[at('user', 'since')]).toBe('SINCE (UTC)')
    expect(rows.map((row) => row[at('user', 'username')])).toEqual(items.map(({ username }) => username))
    const sheet = await readSheet(await send(admin, 'user', { format: 'xlsx', search: 'many', filters }))
    expect(sheet.name).toBe('My list')
    expect(sheet.rows.map((row) => row[at('user', 'username')])).toEqual(items.map(({ username }) => username))
  })

  it('hold texts that look like formulas as texts, and everything else as what it is [T812]', async () => {
    const search = 'many30@'
    const { rows } = await readCsv(await send(admin, 'user', { search }))
    const cells = Object.fromEntries(columnsOf('user').map((id, index) => [id, rows[0]?.[index]]))
    expect(cells).toMatchObject({
      firstname: "'=1+1",
      lastname: 'Zoé, "30"',
      phoneNumber: '639984455',
      phoneInternational: "'+33 6 39 98 44 55",
      isNewsletter: 'true',
      lastSync: '',
    })
    expect(cells['since']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const sheet = await readSheet(await send(admin, 'user', { format: 'xlsx', search }))
    const typed = Object.fromEntries(columnsOf('user').map((id, index) => [id, sheet.rows[0]?.[index]]))
    expect(typed).toMatchObject({
      firstname: '=1+1',
      phoneInternational: '+33 6 39 98 44 55',
      isNewsletter: true,
      nbProductUpdates: 0,
      lastSync: null,
    })
    expect(typed['since']).toEqual(expect.any(Date))
  })

  it('say codes in the words of the screen, and are separated as Excel expects in the reader’s language', async () => {
    const columns = [
      { id: 'country', header: 'Pays', words: { FR: 'France' } },
      { id: 'isNewsletter', header: '=Lettre', words: { true: 'Oui' } },
    ]
    const body = { title: 'Utilisateurs / été', search: 'many30@', columns }
    const english = await send(admin, 'user', body)
    const said = { header: ['Pays', "'=Lettre"], rows: [['France', 'Oui']] }
    expect(await readCsv(english, ',')).toEqual(said)
    await admin.locale.setLocale({ body: { locale: 'fr' } })
    const french = await send(admin, 'user', body)
    expect(french.headers.get('content-disposition')).toContain(`filename*=UTF-8''Utilisateurs%20%20%20%C3%A9t%C3%A9-2026-11-21.csv`)
    expect(await readCsv(french, ';')).toEqual(said)
    await admin.locale.setLocale({ body: { locale: 'en' } })
  })

  it('have a tab of another name where Excel reserves the title', async () => {
    const sheet = await readSheet(await send(admin, 'user', { title: 'History', format: 'xlsx', search: 'many30@' }))
    expect(sheet).toMatchObject({ name: 'History_', rows: [expect.anything()] })
  })

  describe.each(exportedLists)('of the list of %ss', (list) => {
    it.each(roles)('are for those who read it, by %s [T813]', async (role) => {
      const client = await server.signInAs(role)
      const isMarketing = list === 'user' && role === 'ROLE_MARKETTING'
      const response = await send(client, list, isMarketing ? { filters: await filter('isNewsletter', 'true') } : {})
      const headers = async () => (await readCsv(response)).header.map((name) => name.replace(' (UTC)', ''))
      const isAllowed = mayCall(exportCalls[list], role)
      expect(response.ok ? await headers() : await failure(response)).toEqual(
        isAllowed ? columnsOf(list).map((id) => id.toUpperCase()) : { status: 403, message: 'not.authorized' },
      )
    })
  })

  it('have only readers of the newsletter for marketing, whatever it filters by [T814]', async () => {
    const newsletter = await filter('isNewsletter', 'true')
    const refused = [
      [],
      await filter('isNewsletter', 'false'),
      await filter('country', 'FR'),
      [...newsletter, ...(await filter('isNewsletter', ''))],
      [...newsletter, ...(await filter('deleted', 'true'))],
    ]
    for (const filters of refused)
      expect(await failure(await send(marketing, 'user', { filters }))).toEqual({ status: 403, message: 'not.authorized' })
    expect(await logged(marketing)).toEqual([])
    const { rows } = await readCsv(await send(marketing, 'user', { filters: newsletter, search: 'many' }))
    expect(rows).toHaveLength(Math.floor(people / 3))
    expect(new Set(rows.map((row) => row[at('user', 'isNewsletter')]))).toEqual(new Set(['true']))
  })

  it('stand in the security log with their filters and how many rows they have, without what was typed [T815]', async () => {
    const client = await server.signInAs('ROLE_BE')
    const filters = await filter('country', 'DE')
    await (await send(client, 'user', { search: 'many', filters })).arrayBuffer()
    await (await send(client, 'product', { format: 'xlsx' })).arrayBuffer()
    const events = await logged(client)
    expect(events.map(({ export: details }) => details)).toEqual([
      { list: 'product', format: 'xlsx', rows: 0, filters: {}, isSearch: false },
      { list: 'user', format: 'csv', rows: people / 2, filters: { country: 'DE' }, isSearch: true },
    ])
    expect(JSON.stringify(events)).not.toContain('many')
  })

  it('are refused for columns that the list does not have, and for none', async () => {
    for (const columns of [
      [],
      [{ id: 'passwordHash', header: 'x' }],
      [{ id: 'constructor', header: 'x' }],
      [{ id: 'username', header: 'x'.repeat(251) }],
    ])
      expect(await failure(await send(admin, 'user', { columns }))).toMatchObject({ status: 400, message: 'request.invalid' })
  })

  it('are so many an hour for each person [T816]', async () => {
    const client = await server.signInAs('ROLE_BE')
    for (let count = 0; count < exportsPerHour; count += 1) await (await send(client, 'product', {})).arrayBuffer()
    expect(await failure(await send(client, 'product', {}))).toMatchObject({ status: 429, message: 'too.many.requests.error' })
    expect((await send(await server.signInAs('ROLE_BE'), 'product', {})).status).toBe(200)
  })

  it('are read no further ahead than their reader has come [T817]', async () => {
    const { db } = server.context
    await db.execute(
      sql`insert into products (name, type_name, type_id) select 'Model ' || number, 'WS', number from generate_series(1, 1000) as number`,
    )
    const response = await send(admin, 'product', {})
    const reader = response.body?.getReader()
    const pieces = [(await reader?.read())?.value ?? new Uint8Array()]
    await db.execute(sql`delete from products`)
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) pieces.push(piece.value)
    const { rows } = await readCsv(new Response(Buffer.concat(pieces)))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(500)
    expect(rows[0]?.[0]).toBe('Model 1000')
  })

  it('have any number of rows in .csv, but not in .xlsx [T818]', async () => {
    await server.context.db.execute(sql`
      insert into warranty_codes (code) select 'EXPORTED' || number from generate_series(1, ${exportSheetRowsMax + 1}::int) as number`)
    const client = await server.signInAs('ROLE_ADMIN')
    const tooLong = { status: 403, message: 'export.too.long.error' }
    expect(await failure(await send(client, 'warrantyCode', { format: 'xlsx' }))).toEqual(tooLong)
    const { rows } = await readCsv(await send(client, 'warrantyCode', {}))
    expect(rows).toHaveLength(exportSheetRowsMax + 1)
    expect(new Set(rows.map(([code]) => code)).size).toBe(exportSheetRowsMax + 1)
    expect((await logged(client)).map(({ export: details }) => details?.rows)).toEqual([exportSheetRowsMax + 1])
  })

  describe('as .xlsx that nobody reads', () => {
    beforeAll(async () => {
      // No sum is like another, so that a file becomes far larger than what is written ahead of its reader.
      await server.context.db.execute(sql`
        insert into news (title, content)
        select (select string_agg(md5(article || '-' || part), '') from generate_series(1, 1000) as part), ''
        from generate_series(1, 1000) as article`)
    })
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('keep nobody else waiting, however many one person has begun', async () => {
      const [one, other] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN')]
      const held = hold(one, 4)
      await expect.poll(async () => (await logged(one)).length).toBe(held.length)
      expect(await readProducts(other)).toContain('NAME')
      await Promise.all(held.map(async (answer) => (await answer).body?.cancel()))
    })

    it('give their place to the next one after 30 seconds, and break off', async () => {
      const [one, other, third] = [
        await server.signInAs('ROLE_ADMIN'),
        await server.signInAs('ROLE_ADMIN'),
        await server.signInAs('ROLE_ADMIN'),
      ]
      const held = await Promise.all([...hold(one, 2), ...hold(other, 2)])
      const next = readProducts(third)
      await expect.poll(async () => (await logged(third)).length).toBe(1)
      vi.advanceTimersByTime(30_000)
      expect(await next).toContain('NAME')
      for (const answer of held) await expect(answer.arrayBuffer()).rejects.toThrow('an answer was not taken')
    })
  })
})
