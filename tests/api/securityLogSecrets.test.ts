// @module-tag rest
import { expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type Role, roles } from '../../src/contract/rules.ts'
import { securityEventDetails, securityEventKinds } from '../../src/contract/securityLog.ts'
import { errorCatalogue } from '../../src/errors.ts'
import { securityEvents } from '../../src/server/db/tables.ts'
import { bearer, type Client, password } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'

const typed = 'typedbysomebody'
const calls: readonly Endpoint[] = Object.values(contract).flatMap((endpoints): Endpoint[] => Object.values(endpoints))

/** Something that could stand in each field of the call, and says that it was typed wherever it is text. */
function typedFields({ request, query, path }: Endpoint, userId: number): [string, string][] {
  const names = [request, query].flatMap((schema) => (schema && 'entries' in schema ? Object.keys(Object(schema.entries)) : []))
  const known: Readonly<Record<string, string>> = {
    role: 'ROLE_BE',
    country: 'FR',
    phonePrefix: '+33',
    phoneNumber: '639980123',
    oldPassword: password,
    // What else is typed here is a name.
    password: `${typed} and seven green chairs`,
    sendsPasswordLink: 'false',
    userId: String(userId),
    username: `${typed}${path.replaceAll(/\W/g, '')}@example.com`,
  }
  return names
    .filter((name) => !name.endsWith('Ids'))
    .map((name) => [name, known[name] ?? (name.startsWith('is') ? 'true' : `${typed}-${name}`)])
}

serverOnPostgres((server) => {
  function send(endpoint: Endpoint, userId: number, client: Client | undefined): Promise<Response> {
    const fields = typedFields(endpoint, userId)
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? String(userId) : `${typed}-${name}`))
    const authorization = client ? bearer(client) : {}
    const { method, body } = endpoint
    if (body === 'none') return server.request(`${path}?${new URLSearchParams(fields)}`, { method, headers: authorization })
    if (body === 'json') {
      const headers = { ...authorization, 'content-type': 'application/json' }
      return server.request(path, { method, headers, body: JSON.stringify(Object.fromEntries(fields)) })
    }
    const form = body === 'form' ? new URLSearchParams() : new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return server.request(path, { method, headers: authorization, body: form })
  }

  async function signIn(role: Role, secrets: Set<string>): Promise<Client> {
    const client = await server.signIn((await server.join({ role })).username)
    const { access_token: accessToken = '', refresh_token: refreshToken = '', username = '' } = client.held.current ?? {}
    for (const secret of [accessToken, refreshToken, username]) secrets.add(secret)
    return client
  }

  it('holds nothing that was typed and no secret, whatever is called by whom', async () => {
    const secrets = new Set([typed, password, '639980123'])
    for (const role of [undefined, ...roles]) {
      const { username, userId } = await server.join(role && { role })
      secrets.add(username)
      let client = role && (await signIn(role, secrets))
      for (const endpoint of calls) {
        let response = await send(endpoint, userId, client)
        if (response.status === 401 && role !== undefined) {
          // A call before has signed them out.
          client = await signIn(role, secrets)
          response = await send(endpoint, userId, client)
        }
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
      }
      for (const guess of [typed, password]) {
        const body = { username, password: guess }
        await server
          .client()
          .authentication.login({ body })
          .catch(() => undefined)
      }
    }
    const rows = await server.context.db.select().from(securityEvents)
    const text = JSON.stringify(rows)
    expect([...secrets].filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])

    expect(rows.length).toBeGreaterThan(10)
    const reasons: readonly string[] = [...Object.keys(errorCatalogue), ...roles, ...securityEventDetails]
    for (const { kind, reason, address } of rows) {
      expect(securityEventKinds).toContain(kind)
      expect([null, ...reasons]).toContain(reason)
      expect(address ?? '10.0.0.1').toMatch(/^10\.0\.\d+\.\d+$/)
    }
    const written = new Set<string>(rows.map(({ kind }) => kind))
    expect([...written]).toEqual(expect.arrayContaining(['accessRefused', 'accountAdded', 'accountDeleted', 'accountVerified', 'unlocked']))
  })
})
