import { describe, expect, it } from 'vitest'
import type { LoginSession } from '../../contract/authentication.ts'
import { namedAnswer } from '../../../tests/support/namedAnswer.ts'
import { createApi } from './createApi.ts'
import type { ApiSession } from './tokenRefresh.ts'

function sessionWith(generation: number, id = 1): LoginSession {
  return {
    id,
    username: 'ann@example.com',
    roles: ['ROLE_CUSTOMER'],
    access_token: `access ${generation}`,
    refresh_token: `refresh ${generation}`,
    locale: 'en',
  }
}

/** The storage and locks of one browser, shared by its tabs. */
function createStorage(first: LoginSession | null) {
  let stored = first
  let last: Promise<unknown> = Promise.resolve()
  const session: ApiSession = {
    read: () => stored,
    write: (next) => void (stored = next),
    end: () => void (stored = null),
    exclusively<T>(task: () => Promise<T>): Promise<T> {
      const turn = last.then(task)
      last = turn.catch(() => undefined)
      return turn
    },
  }
  return session
}

/** A server that accepts one generation of access tokens, and returns it for the refresh token of the generation before. */
function createServer({ generation = 2, refreshStatus = 200 } = {}) {
  const asked: string[] = []
  let current = generation
  const server = {
    asked,
    get refreshes() {
      return asked.filter((call) => call.endsWith('/oauth/access_token')).length
    },
    fetch: (async (input, init) => {
      const request = new Request(input, init)
      asked.push(new URL(request.url).pathname)
      if (request.url.endsWith('/oauth/access_token')) {
        if (refreshStatus !== 200) return new Response(null, { status: refreshStatus })
        const given = new URLSearchParams(await request.text()).get('refresh_token')
        if (given !== `refresh ${current - 1}`) return Response.json({ message: 'not.authenticated' }, { status: 401 })
        return Response.json(sessionWith(current))
      }
      const isKnown = request.headers.get('Authorization') === `Bearer access ${current}`
      return isKnown ? Response.json([]) : Response.json({ message: 'not.authenticated' }, { status: 401 })
    }) satisfies typeof fetch,
  }
  return server
}

function openTab(session: ApiSession, server: { fetch: typeof fetch }) {
  return createApi({
    fetch: async (input, init) => namedAnswer(await server.fetch(input, init)),
    session,
    baseUrl: 'http://portal.test/backend',
  })
}

describe('an expired access token', () => {
  it('is refreshed once, and the call succeeds [T226]', async () => {
    const server = createServer()
    const session = createStorage(sessionWith(1))
    const api = openTab(session, server)
    await expect(api.userProduct.getUserProductsForUser()).resolves.toEqual([])
    expect(server.refreshes).toBe(1)
    expect(session.read()).toEqual(sessionWith(2))
  })

  it('is refreshed once for fifty calls at the same time', async () => {
    const server = createServer()
    const api = openTab(createStorage(sessionWith(1)), server)
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.userProduct.getUserProductsForUser()))
    expect(answers).toHaveLength(50)
    expect(server.refreshes).toBe(1)
  })

  it('is refreshed once for several tabs: the others use the tokens that the first one stored', async () => {
    const server = createServer()
    const session = createStorage(sessionWith(1))
    const tabs = Array.from({ length: 4 }, () => openTab(session, server))
    await Promise.all(tabs.map((api) => api.accessory.getUserAccessoriesForUser()))
    expect(server.refreshes).toBe(1)
  })

  it('signs the user out when the refresh is refused with 401 or 403 [T229]', async () => {
    for (const refreshStatus of [401, 403]) {
      const session = createStorage(sessionWith(1))
      const api = openTab(session, createServer({ refreshStatus }))
      await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
      expect(session.read()).toBeNull()
    }
  })

  it('leaves alone who has signed in while the refresh was refused', async () => {
    const session = createStorage(sessionWith(1))
    const server = createServer({ refreshStatus: 401 })
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/oauth/access_token')) session.write({ ...sessionWith(1, 7), refresh_token: 'theirs' })
      return server.fetch(request, {})
    }
    await expect(openTab(session, { fetch }).user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    expect(session.read()).toMatchObject({ id: 7, refresh_token: 'theirs' })
  })

  it('leaves the user signed in when the server fails during the refresh', async () => {
    const session = createStorage(sessionWith(1))
    const api = openTab(session, createServer({ refreshStatus: 503 }))
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'service.unavailable.error' })
    expect(session.read()).toEqual(sessionWith(1))
  })

  it('never repeats a call as another user who has signed in since', async () => {
    const server = createServer()
    let reads = 0
    const session: ApiSession = { ...createStorage(null), read: () => (reads++ === 0 ? sessionWith(1) : sessionWith(2, 7)) }
    await expect(openTab(session, server).user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    expect(server.asked).toEqual(['/backend/user/getProfile'])
  })

  it('repeats a call once only [T227]', async () => {
    const asked: string[] = []
    const stubborn: typeof fetch = async (input, init) => {
      const { url } = new Request(input, init)
      asked.push(new URL(url).pathname)
      return url.endsWith('/oauth/access_token')
        ? Response.json(sessionWith(2))
        : Response.json({ message: 'not.authenticated' }, { status: 401 })
    }
    const api = openTab(createStorage(sessionWith(1)), { fetch: stubborn })
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    expect(asked).toEqual(['/backend/user/getProfile', '/backend/oauth/access_token', '/backend/user/getProfile'])
  })

  it('is not refreshed when a sign-in is refused [T228]', async () => {
    const asked: string[] = []
    const refusing: typeof fetch = async (input, init) => {
      asked.push(new URL(new Request(input, init).url).pathname)
      return Response.json({ message: 'Login.error' }, { status: 401 })
    }
    const api = openTab(createStorage(sessionWith(1)), { fetch: refusing })
    const body = { username: 'ann@example.com', password: 'wrong' }
    await expect(api.authentication.login({ body })).rejects.toMatchObject({ code: 'Login.error' })
    await expect(api.authentication.beforeLogin({ body })).rejects.toMatchObject({ code: 'Login.error' })
    expect(asked).toEqual(['/backend/api/login', '/backend/authentication/beforeLogin'])
  })
})
