import { describe, expect, it } from 'vitest'
import type { LoginSession } from '../../contract/authentication.ts'
import { namedAnswer } from '../../../tests/support/namedAnswer.ts'
import { createApi } from './createApi.ts'
import type { ApiSession } from './tokenRefresh.ts'

const signedIn: LoginSession = {
  id: 1,
  username: 'ann@example.com',
  roles: ['ROLE_CUSTOMER'],
  access_token: 'access',
  refresh_token: 'refresh',
  locale: 'en',
}

function whenAborted(signal: AbortSignal): Promise<never> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The client in front of a fake network that records requests and returns the given response, as the server's. */
function connect(
  answer: () => Response | Promise<Response>,
  { session = signedIn, ...more }: { session?: LoginSession } & Pick<ApiSession, 'isLeaving' | 'endImpersonation' | 'noteDue'> = {},
) {
  const sent: { method: string; url: string; headers: Headers; text: string }[] = []
  const api = createApi({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push({ method: request.method, url: request.url, headers: request.headers, text: await request.clone().text() })
      return Promise.race([Promise.resolve(answer()).then(namedAnswer), whenAborted(request.signal)])
    },
    session: { read: () => session, write: () => {}, end: () => {}, ...more },
    baseUrl: 'http://portal.test/backend',
    readLocale: () => 'fr',
    build: 3_630_000,
  })
  return { api, sent }
}

describe('a request', () => {
  it('fills the path, encodes a form, and carries the access token, the idempotency key and the reader’s language [T223]', async () => {
    const { api, sent } = connect(() => Response.json({ id: 9 }))
    const body = { userProductId: 3, firmwareId: 4, date: undefined }
    await expect(api.productUpdate.create({ body, idempotencyKey: 'key 1' })).resolves.toEqual({ id: 9 })
    expect(sent).toMatchObject([{ method: 'POST', url: 'http://portal.test/backend/productUpdate', text: 'userProductId=3&firmwareId=4' }])
    expect(sent[0]?.headers.get('Content-Type')).toContain('application/x-www-form-urlencoded')
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer access')
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('key 1')
    expect(sent[0]?.headers.get('Accept-Language')).toBe('fr')
    expect(sent[0]?.headers.get('Fieldport-Build')).toBe('3630000')
  })

  it('names no build where the client has none', async () => {
    const sent: Request[] = []
    const api = createApi({
      fetch: async (input, init) => {
        sent.push(new Request(input, init))
        return Response.json([])
      },
      session: { read: () => signedIn, write: () => {}, end: () => {} },
      baseUrl: 'http://portal.test/backend',
    })
    await api.firmware.getAllForProductAndUser({ params: { productId: 12 } })
    expect(sent.map(({ headers }) => headers.get('Fieldport-Build'))).toEqual([null])
  })

  it('puts parameters into the path and the query', async () => {
    const { api, sent } = connect(() => Response.json([]))
    await api.firmware.getAllForProductAndUser({ params: { productId: 12 } })
    expect(sent[0]?.url).toBe('http://portal.test/backend/firmware/getAllForProductAndUser/12')
    const files = connect(() => new Response('bytes'))
    await files.api.file.showFileFromWeb({ query: { id: 5, username: 'ann+b@example.com' } })
    expect(files.sent[0]?.url).toBe('http://portal.test/backend/file/showFileFromWeb?id=5&username=ann%2Bb%40example.com')
  })

  it('sends a list of objects as one JSON value, even when it is empty [T225]', async () => {
    const { api, sent } = connect(() => Response.json([]))
    const coil = { userProductId: 1, serialNumber: 'C011A00001', accessoryTypeId: 127 }
    await api.accessory.createOrUpdate({ body: { accessories: [coil] } })
    await api.accessory.createOrUpdate({ body: { accessories: [] } })
    const values = sent.map(({ text }) => new URLSearchParams(text).getAll('accessories'))
    expect(values).toEqual([[JSON.stringify([coil])], ['[]']])
  })

  it('repeats the key for a list of plain values, in a form with a file [T224]', async () => {
    const { api, sent } = connect(() => Response.json({ id: 1 }))
    const body = {
      versionName: '5.2',
      language: 'FR',
      isBetaTest: true,
      isActive: false,
      selectedProductIds: [1, 2],
      selectedBetaGroupIds: [],
      file: new File([new Uint8Array(20)], 'ws6.bin'),
    }
    await api.firmware.create({ body })
    const form = await new Response(sent[0]?.text, { headers: { 'Content-Type': sent[0]?.headers.get('Content-Type') ?? '' } }).formData()
    expect(form.getAll('selectedProductIds')).toEqual(['1', '2'])
    expect(form.getAll('selectedBetaGroupIds')).toEqual([])
    expect(form.get('isBetaTest')).toBe('true')
    expect(form.get('file')).toMatchObject({ name: 'ws6.bin', size: 20 })
  })

  it('is JSON where the contract says so', async () => {
    const { api, sent } = connect(() => Response.json(signedIn))
    await api.authentication.login({ body: { username: 'ann@example.com', password: 'p' } })
    expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ username: 'ann@example.com', password: 'p' })
    expect(sent[0]?.headers.has('Authorization')).toBe(false)
  })

  it('is refused during sign-out, unless it is the logout call', async () => {
    const { api, sent } = connect(() => Response.json({}), { isLeaving: () => true })
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    await expect(api.file.showFileFromWeb({ query: { id: 5 } })).rejects.toMatchObject({ code: 'not.authenticated' })
    await api.authentication.logout()
    expect(sent).toMatchObject([{ url: 'http://portal.test/backend/authentication/logout' }])
  })
})

describe('while an administrator views the portal as a customer', () => {
  const session = { ...signedIn, impersonateToken: 'view' }

  it('sends the token of the view', async () => {
    const { api, sent } = connect(() => Response.json([]), { session })
    await api.productUpdate.getProductUpdatesForUser()
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer view')
  })

  it('ends the view when its token is refused, and neither refreshes nor repeats the call in another name', async () => {
    const ended: string[] = []
    const { api, sent } = connect(() => Response.json({ message: 'not.authenticated' }, { status: 401 }), {
      session,
      endImpersonation: (token) => ended.push(token),
    })
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    expect(ended).toEqual(['view'])
    expect(sent).toHaveLength(1)
  })
})

it.each([
  ['password.choice.required.error', ['password']],
  ['factor.enrolment.required.error', ['factor']],
  ['not.authorized', []],
] as const)('notes what is due where a call is refused for it (%s)', async (code, due) => {
  const noted: string[] = []
  const answer = () => Response.json({ message: code }, { status: 403 })
  const { api } = connect(answer, { noteDue: (one) => noted.push(one) })
  await expect(api.session.getOwn()).rejects.toMatchObject({ code })
  expect(noted).toEqual(due)
})

describe('a response', () => {
  it('with a file gives its bytes as a stream', async () => {
    const { api } = connect(() => new Response(new Uint8Array([1, 2, 3]), { headers: { ETag: '"abc"' } }))
    const response = await api.file.showFileFromWeb({ query: { id: 5 } })
    expect(response.headers.get('ETag')).toBe('"abc"')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('with an error names the invalid field and the request id', async () => {
    const { api } = connect(() => Response.json({ message: 'MandatoryField', invalidField: 'name', requestId: 'r-1' }, { status: 403 }))
    const failure = { code: 'MandatoryField', invalidField: 'name', requestId: 'r-1' }
    await expect(api.product.create({ body: { name: '', typeName: 'x', typeId: 1 } })).rejects.toMatchObject(failure)
  })

  it('with a code newer than this app becomes the nearest known one', async () => {
    const newer = connect(() => Response.json({ message: 'some.newer.code' }, { status: 404 }))
    await expect(newer.api.user.getProfile()).rejects.toMatchObject({ code: 'resource.not.found' })
    // So that an outbox keeps what a newer server says it has done, until a newer app asks.
    const conflict = connect(() => Response.json({ message: 'some.newer.code' }, { status: 409 }))
    await expect(conflict.api.user.getProfile()).rejects.toMatchObject({ code: 'internal.server.error' })
    const broken = connect(() => new Response('oops', { status: 500, headers: { 'X-Request-Id': 'r-2' } }))
    await expect(broken.api.user.getProfile()).rejects.toMatchObject({ code: 'internal.server.error', requestId: 'r-2' })
  })

  it('that never arrives becomes the offline error', async () => {
    const { api } = connect(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api.user.getProfile()).rejects.toMatchObject({ code: 'network.offline.error' })
  })

  it('that does not match the contract is refused', async () => {
    const wrong = connect(() => Response.json({ id: 'seven' }))
    await expect(wrong.api.user.getProfile()).rejects.toMatchObject({ code: 'response.invalid.error' })
  })

  it('is not waited for after the caller aborts', async () => {
    const { api } = connect(() => new Promise(() => {}))
    const giveUp = new AbortController()
    const call = api.user.getProfile({ signal: giveUp.signal })
    giveUp.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
