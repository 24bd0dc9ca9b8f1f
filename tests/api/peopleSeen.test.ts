/** How many people's rows somebody of staff gets within an hour without fresh proof, whichever calls bring them (contract/endpoint.ts, `people`). */
// @module-tag rest
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { peopleSeenMax } from '../../src/contract/rules.ts'
import { users } from '../../src/server/db/tables.ts'
import { type Client, startApiServer } from '../support/apiServer.ts'
import { listBody } from '../support/lists.ts'
import { sendUnproved, setProofOf } from '../support/proofs.ts'
import { contract } from '../../src/contract/contract.ts'
import { serverOnPostgres } from '../support/servers.ts'

const everything = 2147483647
const minuteMs = 60_000
const people = peopleSeenMax + 600

serverOnPostgres((server) => {
  beforeAll(async () => {
    await server.context.db.execute(sql`
      insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, account_validated)
      select 'seen' || number || '@example.net', 'none', 'Ada', 'Seen' || number, '+33', '600000000', 'FR', true
      from generate_series(1, ${people}::int) as number`)
  })

  async function reader(role: 'ROLE_ADMIN' | 'ROLE_MARKETTING' | 'ROLE_BE' = 'ROLE_MARKETTING'): Promise<Client> {
    const client = await server.signInAs(role)
    await setProofOf(server, client, new Date(server.context.clock().getTime() - 6 * minuteMs))
    return client
  }
  const { getB122TableResults, get } = contract.user
  async function list(client: Client, changed: object, at = server): Promise<number | string> {
    const response = await sendUnproved(at, client, getB122TableResults, { body: listBody({ sortDesc: false, ...changed }) })
    const { items, message } = (await response.json()) as { items?: unknown[]; message?: string }
    return items?.length ?? message ?? ''
  }
  const page = (client: Client, currentPage: number, at = server) => list(client, { perPage: 500, currentPage }, at)
  const eventsOf = async (client: Client) => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const { items } = await admin.securityEvent.getB122TableResults({ body: listBody({ perPage: 500 }) })
    return items.filter(({ kind, account }) => kind === 'manyPeopleSeen' && account?.id === client.held.current?.id).length
  }
  const refusedAs = 'proof.required.error'

  it('a list of more people is not sent whole without fresh proof, and is with it; the log has it', async () => {
    const marketing = await reader()
    expect(await list(marketing, { perPage: everything })).toBe(refusedAs)
    expect(await eventsOf(marketing)).toBe(0)
    await setProofOf(server, marketing, server.context.clock())
    expect(await list(marketing, { perPage: everything })).toBeGreaterThanOrEqual(people)
    expect(await eventsOf(marketing)).toBe(1)
  })

  it('page by page it ends after as many people, also one by one; the same page again counts once', async () => {
    const office = await reader('ROLE_BE')
    for (const number of [1, 1, 1, 2, 3, 4, 2]) expect(await page(office, number)).toBe(500)
    expect(await page(office, 5)).toBe(refusedAs)
    expect(await page(office, 4)).toBe(500)
    const { id = 0 } =
      (
        await server.context.db
          .select()
          .from(users)
          .where(eq(users.username, `seen${people}@example.net`))
      )[0] ?? {}
    expect((await sendUnproved(server, office, get, { params: { id } })).status).toBe(403)
    await setProofOf(server, office, server.context.clock())
    expect(await page(office, 5)).toBe(500)
    expect((await sendUnproved(server, office, get, { params: { id } })).status).toBe(200)
    expect(await eventsOf(office)).toBe(1)
  })

  it('a whole list of fewer people counts them, and not twice', async () => {
    const office = await reader('ROLE_BE')
    const searched = { perPage: everything, search: 'seen1' }
    const found = await list(office, searched)
    expect(found).toBeGreaterThan(1_000)
    for (let times = 0; times < 3; times += 1) expect(await list(office, searched)).toBe(found)
    expect(await page(office, 1)).toBe(500)
  })

  it('a list of more unused codes is not sent whole without fresh proof', async () => {
    await server.context.db.execute(sql`
      insert into warranty_codes (code, is_gifted) select 'UNUSED' || number, false from generate_series(1, ${people}::int) as number`)
    const marketing = await reader()
    const codes = async (changed: object) =>
      (
        await sendUnproved(server, marketing, contract.warrantyCode.getB122TableResults, {
          body: listBody({ sortDesc: false, ...changed }),
        })
      ).status
    expect(await codes({ perPage: everything })).toBe(403)
    for (const currentPage of [1, 2, 3, 4, 4]) expect(await codes({ perPage: 500, currentPage })).toBe(200)
    expect(await codes({ perPage: 500, currentPage: 5 })).toBe(403)
    await setProofOf(server, marketing, server.context.clock())
    expect(await codes({ perPage: everything })).toBe(200)
  })

  it('an hour later it counts anew', async () => {
    const office = await reader('ROLE_BE')
    for (const number of [1, 2, 3, 4]) expect(await page(office, number)).toBe(500)
    expect(await page(office, 5)).toBe(refusedAs)
    server.pass(71 * minuteMs)
    const again = await server.enter(office.held.current?.username ?? '')
    await setProofOf(server, again, new Date(server.context.clock().getTime() - 6 * minuteMs))
    expect(await page(again, 5)).toBe(500)
  })

  it('all servers count together, a minute later at most', async () => {
    const second = await startApiServer(server.context.db)
    try {
      second.pass(server.context.clock().getTime() - second.context.clock().getTime())
      const office = await reader('ROLE_BE')
      for (const number of [1, 2]) expect(await page(office, number)).toBe(500)
      server.pass(minuteMs)
      expect(await page(office, 2)).toBe(500)
      second.pass(minuteMs)
      for (const number of [3, 4]) expect(await page(office, number, second)).toBe(500)
      expect(await page(office, 5, second)).toBe(refusedAs)
    } finally {
      await second.dispose()
    }
  })
})
