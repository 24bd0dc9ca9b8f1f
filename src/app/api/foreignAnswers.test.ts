/** What something between the app and the server answers in its place: a gateway, a network's sign-in page. */
import { describe, expect, it } from 'vitest'
import { namedAnswer } from '../../../tests/support/namedAnswer.ts'
import type { LoginSession } from '../../contract/authentication.ts'
import { errorCatalogue } from '../../errors.ts'
import { createApi } from './createApi.ts'

const session: LoginSession = {
  id: 1,
  username: 'ann@example.com',
  roles: ['ROLE_CUSTOMER'],
  access_token: 'access',
  refresh_token: 'refresh',
  locale: 'en',
}
const html = { 'Content-Type': 'text/html', 'X-Request-Id': 'theirs' }
const signInPage = (status: number) => new Response('<!doctype html><h1>Sign in to this network</h1>', { status, headers: html })

function connect(answer: (request: Request) => Response) {
  const noted: (Response | 'foreign')[] = []
  const ends: string[] = []
  const api = createApi({
    fetch: async (input, init) => answer(new Request(input, init)),
    session: { read: () => session, write: () => {}, end: () => ends.push('signed out') },
    baseUrl: 'http://portal.test/backend',
    noteAnswer: (one) => noted.push(one),
  })
  return { api, noted, ends }
}

const notReached = { code: 'network.offline.error' }

it.each([200, 204, 302, 400, 401, 403, 404, 407, 409, 413, 418, 429, 451, 500, 502, 503, 504, 511])(
  'is no answer of the server’s: a page with status %i',
  async (status) => {
    const { api, noted, ends } = connect(() => (status === 204 ? new Response(null, { status }) : signInPage(status)))
    await expect(api.user.getProfile()).rejects.toMatchObject(notReached)
    await expect(api.userProduct.getUserProductsForUser()).rejects.toMatchObject(notReached)
    await expect(api.product.create({ body: { name: 'a', typeName: 'b', typeId: 1 } })).rejects.toMatchObject(notReached)
    await expect(api.authentication.logout()).rejects.toMatchObject(notReached)
    await expect(api.file.showFileFromWeb({ query: { id: 5 } })).rejects.toMatchObject(notReached)
    expect(noted).toEqual(Array.from({ length: 5 }, () => 'foreign'))
    expect(ends).toEqual([])
  },
)

it.each([
  [200, {}],
  [200, { status: 'sign in first' }],
  [200, 'ok'],
  [200, null],
  [403, { message: 'Forbidden', requestId: 'theirs' }],
  [403, { message: 'not.authorized' }],
  [401, { message: 'not.authenticated' }],
  [500, { message: 'internal.server.error', requestId: 7 }],
])('is no answer of the server’s: %i with %j', async (status, body) => {
  const { api, ends } = connect(() => Response.json(body, { status }))
  await expect(api.user.getProfile()).rejects.toMatchObject(notReached)
  expect(ends).toEqual([])
})

it('is known even where the call has no answer to speak of', async () => {
  const { api } = connect(() => Response.json({ status: 'sign in first' }))
  await expect(api.authentication.logout()).rejects.toMatchObject(notReached)
})

describe('at the refresh', () => {
  it.each([200, 401, 403, 407, 502])('signs nobody out: %i', async (status) => {
    const { api, ends } = connect(({ url }) =>
      url.endsWith('/oauth/access_token')
        ? signInPage(status)
        : namedAnswer(Response.json({ message: 'not.authenticated' }, { status: 401 })),
    )
    await expect(api.user.getProfile()).rejects.toMatchObject(notReached)
    expect(ends).toEqual([])
  })
})

describe('where a gateway takes headers away, an answer of the server’s', () => {
  it('is known by its shape', async () => {
    const own = connect(() => Response.json([]))
    await expect(own.api.userProduct.getUserProductsForUser()).resolves.toEqual([])
    await expect(connect(() => Response.json({})).api.authentication.logout()).resolves.toEqual({})
    expect(own.noted).toMatchObject([{ status: 200 }])
  })

  it.each(Object.entries(errorCatalogue).filter(([, { status }]) => status >= 400 && status !== 401))(
    'is known by its code and request id: %s',
    async (code, { status }) => {
      const { api } = connect(() => Response.json({ message: code, requestId: 'r-1' }, { status }))
      await expect(api.user.getProfile()).rejects.toMatchObject({ code, requestId: 'r-1' })
    },
  )

  it('is known as a file by its name', async () => {
    const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''ws6.bin" }
    const { api } = connect(() => new Response('bytes', { headers }))
    expect(await (await api.file.showFileFromWeb({ query: { id: 5 } })).text()).toBe('bytes')
  })
})
