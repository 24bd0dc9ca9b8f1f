// @module-tag rest
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { outgoingMessages, users } from '../../src/server/db/tables.ts'
import { newAddress } from '../support/apiServer.ts'
import { registration, staffForm } from '../support/ownContact.ts'
import { poolOf } from '../support/recordSql.ts'
import { postgresServer, signedIn } from '../support/servers.ts'

const server = postgresServer()
const [admin] = signedIn(server, 'ROLE_ADMIN')

/** Several statements at once, beside the server's own. */
const run = (statements: string) => poolOf(server.context.db).query(statements)
afterEach(() => run('drop function disturb cascade; drop sequence turns'))

/** Runs `body` before a row is inserted. `turn` counts all times, also those of transactions that are rolled back. */
async function disturb(table: string, body: string): Promise<void> {
  await run(`
    create sequence turns;
    create function disturb() returns trigger language plpgsql as $$
      declare turn integer := nextval('turns');
      begin ${body} return new; end $$;
    create trigger disturb before insert on ${table} for each row execute function disturb()`)
}

const turns = async () => Number((await run('select last_value from turns')).rows[0]?.last_value)

const rename = (id: number, username: string) =>
  admin.user.update({ params: { id }, body: { ...staffForm, username, firstname: 'Changed' } })

it('makes both of two calls that wait for each other', async () => {
  const both = [await server.join(), await server.join()]
  // Each holds the row of its user when it writes the history. The first two meet there, and then want the other's row.
  await disturb(
    'audit_entries',
    `if turn <= 2 then while (select last_value from turns) < 2 loop perform pg_sleep(0.01); end loop; end if;
    perform 1 from users where id <> new.record_id and id in (${both.map(({ userId }) => userId).join(', ')}) for update;`,
  )
  await Promise.all(both.map(({ username, userId }) => rename(userId, username)))
  expect(await turns()).toBe(3)
  for (const { userId } of both) {
    const { firstname } = await admin.user.get({ params: { id: userId } })
    expect(firstname).toBe('Changed')
    await expect(admin.audit.getForRecord({ params: { entity: 'user', id: userId } })).resolves.toHaveLength(1)
  }
})

it.each(['deadlock_detected', 'serialization_failure'])('counts a call once that was made again after a %s', async (condition) => {
  await disturb('outgoing_messages', `if turn = 1 then raise exception using errcode = '${condition}'; end if;`)
  const username = newAddress()
  await expect(server.client().register.register({ body: registration(username) })).resolves.toEqual({})
  expect(await turns()).toBe(2)
  const [user] = await server.context.db.select().from(users).where(eq(users.username, username))
  expect(await server.context.db.$count(outgoingMessages, eq(outgoingMessages.userId, user?.id ?? 0))).toBe(1)
})

it('answers 503 with the time to wait where the second try fails too, and keeps nothing', async () => {
  const { username, userId } = await server.join()
  await disturb('audit_entries', `raise exception using errcode = 'deadlock_detected';`)
  const renamed = rename(userId, username)
  await expect(renamed).rejects.toMatchObject({ code: 'service.unavailable.error', status: 503, retryAfterSeconds: expect.any(Number) })
  expect(await turns()).toBe(2)
  expect(await server.context.db.$count(users, sql`${users.id} = ${userId} and ${users.firstname} = 'Ada'`)).toBe(1)
})

it('does not make a call again that fails for another reason', async () => {
  const { username, userId } = await server.join()
  await disturb('audit_entries', `raise exception using errcode = 'check_violation';`)
  await expect(rename(userId, username)).rejects.toMatchObject({ code: 'internal.server.error', status: 500 })
  expect(await turns()).toBe(1)
})
