import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { roles, type Role } from '../../src/contract/rules.ts'
import { users } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure, heldBy, newAddress } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { staffForm } from '../support/ownContact.ts'
import { setProofOf } from '../support/proofs.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  const signedIn = new Map<Role, Client>()
  let impersonateToken = ''

  beforeAll(async () => {
    // A customer is 1, as which every path parameter is sent: some calls are about customers alone.
    await server.join()
    for (const role of roles) signedIn.set(role, await server.signInAs(role))
    const admin = await server.signInAs('ROLE_ADMIN')
    const { userId } = await server.join()
    impersonateToken = (await admin.impersonation.start({ body: { userId } })).impersonateToken
  })

  /** An empty request: somebody with the right gets to the checks that follow. */
  async function ask({ method, path }: Endpoint, headers: Record<string, string> = {}): Promise<string> {
    const response = await server.request(path.replaceAll(/\{\w+\}/g, '1'), { method, headers })
    if (response.ok) return 'let in'
    const { status, message } = await failure(response)
    if (status === 401 && message === 'not.authenticated') return 'not signed in'
    if (status === 403 && message === 'not.authorized') return 'not allowed'
    if (status === 403 && message === 'impersonation.read.only.error') return 'only for reading'
    return status < 500 ? 'let in' : `failed with ${status}`
  }

  describe.each(contractCalls)('$call', ({ endpoint }) => {
    it('treats a stranger as declared', async () => {
      const expected = endpoint.audience === 'anyone' ? 'let in' : 'not signed in'
      expect(await ask(endpoint)).toBe(expected)
      expect(await ask(endpoint, { authorization: 'Bearer x.y.z' })).toBe(expected)
      expect(await ask(endpoint, { authorization: 'Basic YTpi' })).toBe(expected)
    })

    it.each(roles)('treats %s as declared [T280]', async (role) => {
      // The call itself may sign out; that is not what is asked here.
      const isWayOut = endpoint === contract.authentication.logout || endpoint === contract.session.endAll
      const client = isWayOut ? await server.signInAs(role) : signedIn.get(role)
      if (client === undefined) throw new Error('not signed in')
      const isAllowed = endpoint.audience === 'anyone' || endpoint.audience.includes(role)
      expect(await ask(endpoint, bearer(client))).toBe(isAllowed ? 'let in' : 'not allowed')
    })

    it('treats an administrator who views the portal as a customer as declared', async () => {
      const { audience, isReadOnly = false } = endpoint
      const isCustomers = audience !== 'anyone' && audience.includes('ROLE_CUSTOMER')
      const expected = audience === 'anyone' || (isCustomers && isReadOnly) ? 'let in' : isCustomers ? 'only for reading' : 'not allowed'
      expect(await ask(endpoint, { authorization: `Bearer ${impersonateToken}` })).toBe(expected)
    })
  })

  it('takes no token from a cookie, an address or a form', async () => {
    const token = signedIn.get('ROLE_ADMIN')?.held.current?.access_token ?? ''
    const cookie = await server.request('/user/getProfile', { headers: { cookie: `access_token=${token}; Authorization=Bearer ${token}` } })
    expect(cookie.status).toBe(401)
    expect((await server.request(`/user/getProfile?access_token=${token}`)).status).toBe(401)
    const body = new URLSearchParams({ access_token: token, name: 'A', typeName: 'B', typeId: '1' })
    expect((await server.request('/product', { method: 'POST', body })).status).toBe(401)
  })

  it('asks who is there before it reads what they send', async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error('read too early')
      },
    })
    const response = await server.request('/firmware', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(401)
  })

  type Happen = (admin: Client) => Promise<unknown>
  const become =
    (change: Partial<typeof users.$inferInsert>): Happen =>
    (admin) =>
      server.context.db
        .update(users)
        .set(change)
        .where(eq(users.id, heldBy(admin).id))
  const refused: readonly (readonly [string, Happen, number, string])[] = [
    ['demoted', become({ role: 'ROLE_CUSTOMER' }), 403, 'not.authorized'],
    ['asked for another password', become({ passwordDue: 'setByStaff' }), 403, 'password.choice.required.error'],
    ['deleted', become({ isDeleted: true }), 401, 'not.authenticated'],
    ['signed out', (admin) => admin.authentication.logout(), 401, 'not.authenticated'],
  ]

  it.each(refused)('asks again after a body that came slowly: who was %s meanwhile adds nobody', async (_, happen, status, message) => {
    const { response, added } = await addSlowly(happen)
    expect(await failure(response)).toEqual({ status, message })
    expect(added).toBe(0)
  })

  it('takes a body that came slowly from who may still send it', async () => {
    const { response, added } = await addSlowly(() => Promise.resolve())
    expect(response.status).toBe(200)
    expect(added).toBe(1)
  })

  /** An administrator adds another one by a body that takes four minutes, in which their token expires and something happens. */
  async function addSlowly(happen: Happen) {
    const admin = await server.signInAs('ROLE_ADMIN')
    server.pass(12 * 60_000)
    await setProofOf(server, admin, server.context.clock())
    const before = await server.context.db.$count(users)
    const form = new FormData()
    const fields = { ...staffForm, username: newAddress(), password: 'Chosen-4-them', role: 'ROLE_ADMIN' }
    for (const [name, value] of Object.entries(fields)) if (!Array.isArray(value)) form.append(name, String(value))
    const sent = new Response(form)
    const bytes = new Uint8Array(await sent.arrayBuffer())
    const pull = async (controller: ReadableStreamDefaultController) => {
      server.pass(4 * 60_000)
      await happen(admin)
      controller.enqueue(bytes)
      controller.close()
    }
    // Without a queue of its own it is pulled when the server reads.
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { ...bearer(admin), 'content-type': sent.headers.get('content-type') ?? '' }
    const response = await server.request('/user', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    return { response, added: (await server.context.db.$count(users)) - before }
  }
})
