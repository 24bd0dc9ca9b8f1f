/** Calls in the view of a customer: what holds for each of them, whatever the contract says. */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import { endpoint, everyRole } from '../../src/contract/endpoint.ts'
import { locales } from '../../src/contract/rules.ts'
import type { Handlers } from '../../src/server/call.ts'
import { users } from '../../src/server/db/tables.ts'
import { mount } from '../../src/server/http/mount.ts'
import { sendError } from '../../src/server/http/sendError.ts'
import type { Client } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let admin: Client
  let customerId: number
  let customerName: string

  beforeEach(async () => {
    ;({ userId: customerId, username: customerName } = await server.join({ firstname: 'Marc' }))
    admin = await server.signInAs('ROLE_ADMIN')
  })

  const start = () => admin.impersonation.start({ body: { userId: customerId } })

  it('stops a call that writes though its contract says that it only reads', async () => {
    const calls = {
      wrong: {
        rename: endpoint({ method: 'GET', path: '/rename', audience: everyRole, isReadOnly: true, body: 'none', response: v.object({}) }),
      },
    }
    const handlers: Handlers<typeof calls> = {
      wrong: {
        rename: async ({ db, user }) => {
          await db.update(users).set({ firstname: 'Renamed' }).where(eq(users.id, user.id))
          return {}
        },
      },
    }
    const app = new Hono()
    app.onError((error, c) => sendError(c, error, server.context.log))
    mount(app, '', calls, handlers, {}, server.context)
    const ask = async (token = '') => (await app.request('/rename', { headers: { authorization: `Bearer ${token}` } })).status
    const firstname = async () => (await server.context.db.select().from(users).where(eq(users.id, customerId)))[0]?.firstname
    expect(await ask((await start()).impersonateToken)).toBe(500)
    expect(await firstname()).toBe('Marc')
    expect(await ask((await server.signIn(customerName)).held.current?.access_token)).toBe(200)
    expect(await firstname()).toBe('Renamed')
  })

  it('is in the administrator’s language, whatever the customer’s is', async () => {
    const calls = {
      language: {
        get: endpoint({
          method: 'GET',
          path: '/language',
          audience: everyRole,
          isReadOnly: true,
          body: 'none',
          response: v.object({ locale: v.picklist(locales) }),
        }),
      },
    }
    const handlers: Handlers<typeof calls> = { language: { get: async ({ locale }) => ({ locale }) } }
    const app = new Hono()
    mount(app, '', calls, handlers, {}, server.context)
    const ask = async (token = '', headers: Record<string, string> = {}): Promise<unknown> =>
      (await app.request('/language', { headers: { authorization: `Bearer ${token}`, ...headers } })).json()
    const { impersonateToken } = await start()
    for (const [own, theirs] of [
      ['en', 'fr'],
      ['fr', 'en'],
    ] as const) {
      await admin.locale.setLocale({ body: { locale: own } })
      await server.context.db.update(users).set({ locale: theirs }).where(eq(users.id, customerId))
      expect(await ask(impersonateToken)).toEqual({ locale: own })
      expect(await ask((await server.signIn(customerName)).held.current?.access_token)).toEqual({ locale: theirs })
    }
    // What this browser shows comes first, for everybody.
    expect(await ask(impersonateToken, { 'accept-language': 'en' })).toEqual({ locale: 'en' })
  })
})
