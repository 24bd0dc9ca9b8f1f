import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { roles, type Role } from '../../src/contract/rules.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
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
})
