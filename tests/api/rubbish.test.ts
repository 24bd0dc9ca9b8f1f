import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { tableDefaults } from '../../src/contract/rules.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { formOf, harmOf, oddText } from '../support/rubbish.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const calls = contractCalls.filter(({ endpoint: { request, query, params } }) => (request ?? query ?? params) !== undefined)

const oddValue = fc.oneof(oddText, fc.json(), fc.array(oddText, { maxLength: 4 }))

/** Keys of the call itself and keys of nobody. */
function oddFields(endpoint: Endpoint): fc.Arbitrary<[string, unknown][]> {
  const known = [endpoint.request, endpoint.query].flatMap((schema) =>
    schema && 'entries' in schema ? Object.keys(Object(schema.entries)) : [],
  )
  const key = fc.oneof(fc.constantFrom('id', '__proto__', 'constructor', 'toString', ...known), oddText)
  return fc.array(fc.tuple(key, oddValue), { maxLength: 8 })
}

function bodyOf({ body }: Endpoint, fields: readonly [string, unknown][]): RequestInit {
  switch (body) {
    case 'none':
      return {}
    case 'json':
      return { body: JSON.stringify(Object.fromEntries(fields)), headers: { 'content-type': 'application/json' } }
    case 'form':
      return { body: formOf(new URLSearchParams(), fields) }
    case 'multipart':
      return { body: formOf(new FormData(), fields) }
    default:
      return body satisfies never
  }
}

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  const post = (path: string, init: RequestInit) =>
    server.request(path, { method: 'POST', ...init, headers: { ...bearer(admin), ...Object(init.headers) } })

  describe.each(calls)('$call', ({ endpoint }) => {
    it('answers rubbish with a refusal that has a code, never with a failure', { tags: 'rest' }, async () => {
      await fc.assert(
        fc.asyncProperty(oddText, oddFields(endpoint), async (part, fields) => {
          const path = endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(part.toWellFormed() || '-'))
          const query = formOf(new URLSearchParams(), endpoint.query ? fields : [])
          const { headers, ...init } = bodyOf(endpoint, fields)
          const all = { ...bearer(admin), ...Object(headers) }
          const response = await server.request(`${path}?${query}`, { method: endpoint.method, ...init, headers: all })
          expect(await harmOf(response)).toBeNull()
        }),
        { numRuns: 60 },
      )
    })
  })

  const login = contract.authentication.login.path
  const json = { 'content-type': 'application/json' }
  const invalid = { status: 400, message: 'request.invalid' }

  // What is refused of any JSON: src/contract/strictJson.test.ts. Of multipart: readMultipart.test.ts.
  it.each([
    ['no JSON', '{"username":'],
    ['a list', '[]'],
    ['a number', '1e999'],
    ['null', 'null'],
    ['a key twice', '{"username":"a@b.cd","username":"c@d.ef","password":"x"}'],
    ['a list for a text', '{"username":["a@b.cd"],"password":"x"}'],
    ['an object for a text', '{"username":{"$ne":null},"password":"x"}'],
    ['a number for a text', '{"username":"a@b.cd","password":1e400}'],
  ])('refuses JSON with %s', async (_, body) => {
    expect(await failure(await post(login, { body, headers: json }))).toEqual(invalid)
  })

  it.each([
    ['role', '{"username":"a@b.cd","password":"x","role":"ROLE_ADMIN"}'],
    ['__proto__', '{"username":"a@b.cd","password":"x","__proto__":{"role":"ROLE_ADMIN"}}'],
    ['constructor', '{"username":"a@b.cd","password":"x","constructor":{}}'],
    ['rôle', '{"username":"a@b.cd","password":"x","rôle":1}'],
    ['??b??Set-Cookie??a?', String.raw`{"username":"a@b.cd","password":"x","</b\r\nSet-Cookie: a\u202e":1}`],
    ['k'.repeat(60), `{"username":"a@b.cd","password":"x","${'k'.repeat(100_000)}":1}`],
  ])('names an unknown key of a body, as far as it is a name: %s', async (invalidField, body) => {
    expect(await failure(await post(login, { body, headers: json }))).toEqual({ ...invalid, invalidField })
  })

  it('names an unknown key of a query, of a form, and of a list within a form', async () => {
    const customer = await server.signInAs('ROLE_CUSTOMER')
    const send = async (path: string, init: RequestInit) => failure(await server.request(path, { ...init, headers: bearer(customer) }))
    expect(await send('/user/getProfile?verbose=1', {})).toEqual({ ...invalid, invalidField: 'verbose' })
    const one = { userProductId: 1, serialNumber: '00000000D1', accessoryTypeId: 1, userId: 2 }
    const accessories = JSON.stringify([one])
    const save = (fields: Record<string, string>) =>
      send('/accessory/createOrUpdate', { method: 'POST', body: new URLSearchParams({ accessories, ...fields }) })
    expect(await save({})).toEqual({ ...invalid, invalidField: 'accessories.0.userId' })
    expect(await save({ accessories: '[]', owner: '2' })).toEqual({ ...invalid, invalidField: 'owner' })
  })

  it('refuses bytes that are no UTF-8', async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"username":"'),
      0xff,
      0xfe,
      ...new TextEncoder().encode('","password":"x"}'),
    ])
    expect(await failure(await post(login, { body, headers: json }))).toEqual(invalid)
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', '', 'multipart/form-data'])(
    'refuses JSON that calls itself %s',
    async (type) => {
      const body = '{"username":"a@b.cd","password":"x"}'
      expect(await failure(await post(login, { body, headers: { 'content-type': type } }))).toEqual(invalid)
    },
  )

  it.each([
    ['a key twice', 'name=A&name=B&typeName=C&typeId=1', undefined],
    ['an unknown key', 'name=A&typeName=C&typeId=1&isDeleted=true', 'isDeleted'],
    ['__proto__', 'name=A&typeName=C&typeId=1&__proto__=x', '__proto__'],
    ['NUL', 'name=A%00&typeName=C&typeId=1', undefined],
    ['a key with NUL', 'name=A&typeName=C&typeId=1&a%00=1', undefined],
    ['nothing', '', undefined],
  ])('refuses a form with %s', async (_, body, invalidField) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await failure(await post('/product', { body, headers }))).toEqual({ ...invalid, invalidField })
  })

  it('refuses a form whose field in JSON has a key twice', async () => {
    const filters = '[{"position":0,"selectedValue":"","selectedValue":""}]'
    const body = formOf(new FormData(), Object.entries({ ...tableDefaults, filters }))
    expect(await failure(await post('/product/getB122TableResults', { body }))).toEqual(invalid)
  })

  it('takes a list without a filter as ever', async () => {
    const body = formOf(new FormData(), Object.entries({ ...tableDefaults, filters: '[]' }))
    expect((await post('/product/getB122TableResults', { body })).status).toBe(200)
  })

  it.each(['?x=1', '?x', '?constructor=', '?__proto__=1', '?search=1'])('refuses a query that a call does not have: %s', async (query) => {
    const named = { ...invalid, invalidField: /\w+/.exec(query)?.[0] }
    expect(await failure(await server.request(`/configuration${query}`))).toEqual(named)
    expect(await failure(await server.request(`/user/getProfile${query}`, { headers: bearer(admin) }))).toEqual(named)
  })

  it('takes an empty query for none', async () => {
    expect((await server.request('/configuration?')).status).toBe(200)
  })

  it('refuses a multipart body without an end', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await failure(await post('/firmware', { body, headers }))).toEqual(invalid)
  })

  it('refuses more than 256 KiB, said or not said beforehand', async () => {
    const body = `{"username":"${'x'.repeat(262_144)}"}`
    const tooLarge = { status: 413, message: 'request.too.large' }
    expect(await failure(await post(login, { body, headers: { ...json, 'content-length': String(body.length) } }))).toEqual(tooLarge)
    const stream = new Blob([body]).stream()
    // `duplex` is demanded by Node for a streamed body, and missing from the DOM's type.
    const unsaid = { body: stream, headers: json, duplex: 'half' } as RequestInit
    expect(await failure(await post(login, unsaid))).toEqual(tooLarge)
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'takes a connection that breaks in the middle of %s for no failure of its own',
    async (type) => {
      const broken = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"username":'))
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
        },
      })
      const path = type === 'application/json' ? login : '/product'
      const logged = server.logged().length
      // `duplex`: see above.
      const response = await post(path, { body: broken, headers: { 'content-type': type }, duplex: 'half' } as RequestInit)
      expect(await failure(response)).toEqual(invalid)
      expect(server.logged().slice(logged)).not.toContain('"level":50')
    },
  )

  it('knows no call but those of the contract', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PUT', '/product'],
      ['GET', '/product/1/2'],
      ['GET', '/..%2f..%2fetc/passwd'],
      ['POST', '/role'],
    ] as const) {
      const response = await server.request(path, { method, headers: bearer(admin) })
      expect(await failure(response)).toEqual({ status: 404, message: 'resource.not.found' })
    }
  })
})
