// @module-tag rest
import { and, asc, desc, eq, not, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { chosen, listBody } from '../support/lists.ts'
import { postgresServer, signedIn } from '../support/servers.ts'

/** The page is in the far half: it is counted off from the end. */
const people = 42_000
const far = { perPage: 100, currentPage: 305 } as const

const server = postgresServer()
const [admin] = signedIn(server, 'ROLE_ADMIN')

beforeAll(async () => {
  await server.context.db.execute(sql`
    insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_beta_tester)
    select 'far' || number || '@example.net', 'none', 'Far', 'Name ' || number % 700, '+33', '600000000', 'FR', number % 50 > 0
    from generate_series(1, ${people}::int) as number`)
})

const page = async (changed: object) => (await admin.user.getB122TableResults({ body: listBody({ ...far, ...changed }) })).items
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The same page by plain counting. */
async function counted(direction: typeof asc, key: typeof users.lastnameKey | undefined, onlyTesters = false) {
  const order = key ? [direction(sql`${key} collate "C"`), direction(users.id)] : [direction(users.id)]
  const where = and(not(users.isDeleted), onlyTesters ? eq(users.isBetaTester, true) : undefined)
  const query = server.context.db.select({ id: users.id }).from(users).where(where)
  return idsOf(
    await query
      .orderBy(...order)
      .limit(far.perPage)
      .offset(far.perPage * (far.currentPage - 1)),
  )
}

it.each([
  ['last name', { sortBy: 'lastname', sortDesc: false }, asc, users.lastnameKey, 'Zzz'],
  ['last name backwards', { sortBy: 'lastname', sortDesc: true }, desc, users.lastnameKey, 'Aaa'],
  ['age', { sortBy: 'id', sortDesc: true }, desc, undefined, 'Zzz'],
])(
  'shows on a page far away, by %s, what stands there, and at once what its reader has changed',
  async (_, order, direction, key, further) => {
    expect(idsOf(await page(order))).toEqual(await counted(direction, key))
    const [gone, renamed] = await page(order)
    await admin.user.remove({ params: { id: gone?.id ?? 0 } })
    await server.context.db
      .update(users)
      .set({ lastname: further, firstname: 'Other' })
      .where(eq(users.id, renamed?.id ?? 0))
    const after = await page(order)
    expect(idsOf(after)).toEqual(await counted(direction, key))
    expect(idsOf(after)).not.toContain(gone?.id)
    expect(after.filter(({ id }) => id === renamed?.id).map(({ firstname }) => firstname)).toEqual(key ? [] : ['Other'])
  },
)

it('shows the far pages of a filter', async () => {
  const filters = chosen(await admin.user.initB122Table(), 'isBetaTester', 'true')
  expect(idsOf(await page({ filters }))).toEqual(await counted(desc, undefined, true))
})
