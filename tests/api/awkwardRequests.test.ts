// @module-tag rest
import { Hono } from 'hono'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { type Endpoint, endpoint, mayCall } from '../../src/contract/endpoint.ts'
import { idText, repeated } from '../../src/contract/fields.ts'
import { fieldsMax, jsonMaxBytes, roles, type Role } from '../../src/contract/rules.ts'
import { AppError, isErrorCode } from '../../src/errors.ts'
import { sendAppError } from '../../src/server/http/sendError.ts'
import { mount } from '../../src/server/http/mount.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { type AwkwardRequest, excessiveRequests, largestRequests } from '../support/awkwardRequests.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { countReads } from '../support/countReads.ts'
import { serverOnPostgres } from '../support/servers.ts'

const invalid = { status: 400, message: 'request.invalid' }

/** The largest files take long, and nothing else: a test of their reader shows that they are read in pieces. */
function largest(one: Endpoint): AwkwardRequest[] {
  return largestRequests({ ...one, maxBytes: Math.min(one.maxBytes ?? jsonMaxBytes, 1_000_000) })
}

/** What a call reads of its own in any case (schema, statements, answer), and for each field that it takes. */
const ownReads = 3_000
const readsOfField = 15
/** Within a part of a multipart body each header is a value as well, and the shortest has five bytes. */
const bytesOfHeader = 5

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

function fillIds<F extends FormData | URLSearchParams>(form: F, count: number): F {
  for (const id of ids(count)) form.append('ids', id)
  return form
}

async function answerOf(response: Response): Promise<{ status: number; message: string }> {
  return response.ok ? { status: response.status, message: '' } : failure(response)
}

serverOnPostgres((server) => {
  const signedIn = new Map<Role, Client>()

  beforeAll(async () => {
    for (const role of roles) signedIn.set(role, await server.signInAs(role))
  })

  const authorize = ({ audience }: Endpoint) => {
    const role = roles.find((one) => mayCall({ audience }, one))
    const client = role && signedIn.get(role)
    if (client === undefined) throw new Error('nobody may')
    return bearer(client)
  }

  function ask(
    { method, path }: Endpoint,
    { query = '', headers, body }: AwkwardRequest,
    others: Record<string, string>,
  ): Promise<Response> {
    const init = { method, headers: { ...headers, ...others }, ...(body && { body: body() }) }
    return server.request(path.replaceAll(/\{\w+\}/g, '1') + query, init)
  }

  describe.each(contractCalls)('$call', ({ endpoint: one }) => {
    const excessive = excessiveRequests(one)
    const { maxFields = fieldsMax } = one

    it('refuses more fields than it takes before it looks at all of them', async () => {
      for (const request of excessive) {
        let answer = {}
        const reads = await countReads(async () => (answer = await failure(await ask(one, request, authorize(one)))))
        const hasLookedAtAll = reads > ownReads + readsOfField * maxFields
        // A call that declares more takes so many parts. It does not know their names, and names the first.
        const isRead = request.name === 'multipart with parts of many names' && maxFields > fieldsMax
        const named = isRead ? { invalidField: '0' } : {}
        expect({ name: request.name, ...answer, hasLookedAtAll }).toEqual({
          name: request.name,
          ...invalid,
          ...named,
          hasLookedAtAll: false,
        })
      }
    })

    it('refuses what it does not ask for in its address', async () => {
      const refused = await ask(one, { name: '', headers: {}, query: '?unknown=1' }, authorize(one))
      // A body that is missing, or a path that names nothing, is refused as well; the calls without show that it is the query.
      const named = one.body === 'none' && !one.path.includes('{') ? { invalidField: 'unknown' } : {}
      expect(await failure(refused)).toMatchObject({ ...invalid, ...named })
    })
  })

  describe.each(contractCalls.filter(({ endpoint: one }) => largest(one).length > 0))('$call', ({ endpoint: one }) => {
    it('works no more than in proportion to what it takes', async () => {
      const requests = largest(one)
      // Not counted: the check of answers (documentedAnswers.ts) compiles a schema when it first meets one.
      for (const first of requests.slice(0, 1)) await ask(one, first, authorize(one))
      for (const request of requests) {
        let answer = { status: 0, message: '' }
        const reads = await countReads(async () => (answer = await answerOf(await ask(one, request, authorize(one)))))
        const isRefused = answer.status >= 400 && answer.status < 500 && isErrorCode(answer.message)
        // One call takes any file, and tells what is wrong with it.
        const isAnswered = isRefused || (answer.status === 200 && one === contract.rallyZone.readFiles)
        const isInProportion =
          reads < ownReads + readsOfField * (one.maxFields ?? fieldsMax) + (request.body?.().length ?? 0) / bytesOfHeader
        expect({ name: request.name, isAnswered, isInProportion }).toEqual({ name: request.name, isAnswered: true, isInProportion: true })
      }
    })
  })

  describe.each(contractCalls.filter(({ endpoint: one }) => one.audience !== 'anyone'))('$call', ({ endpoint: one }) => {
    it('lets nobody in with them who is not let in without', async () => {
      const stranger = await Promise.all(excessiveRequests(one).map(async (request) => (await ask(one, request, {})).status))
      expect(new Set(stranger)).toEqual(new Set([401]))
      const outsider = roles.find((role) => !mayCall(one, role))
      const client = outsider && signedIn.get(outsider)
      if (client === undefined) return
      const others = await Promise.all(excessiveRequests(one).map(async (request) => (await ask(one, request, bearer(client))).status))
      expect(new Set(others)).toEqual(new Set([403]))
    })
  })

  describe('a call that declares more', () => {
    const members = 20_000
    const large = {
      group: {
        form: endpoint({
          method: 'POST',
          path: '/form',
          audience: 'anyone',
          body: 'form',
          request: v.strictObject({ ids: repeated(idText) }),
          response: v.number(),
          maxBytes: 4 * 1024 * 1024,
          maxFields: members,
        }),
        json: endpoint({
          method: 'POST',
          path: '/json',
          audience: 'anyone',
          body: 'json',
          request: v.strictObject({ ids: v.array(v.number()) }),
          response: v.number(),
          maxBytes: 1024 * 1024,
          // The list itself is a value too.
          maxFields: members + 1,
        }),
      },
    } as const

    async function send(path: string, init: RequestInit): Promise<unknown> {
      const app = new Hono()
      app.onError((error, c) => sendAppError(c, error instanceof AppError ? error : new AppError('internal.server.error')))
      mount(
        app,
        '',
        large,
        { group: { form: async ({ body }) => body.ids.length, json: async ({ body }) => body.ids.length } },
        {},
        server.context,
      )
      return (await app.request(path, { method: 'POST', ...init })).json()
    }

    const kinds = [
      ['a form', '/form', (count: number) => ({ body: fillIds(new URLSearchParams(), count) })],
      ['multipart', '/form', (count: number) => ({ body: fillIds(new FormData(), count) })],
      [
        'JSON',
        '/json',
        (count: number) => ({ body: `{"ids":[${ids(count).join(',')}]}`, headers: { 'content-type': 'application/json' } }),
      ],
    ] as const

    it.each(kinds)('takes as many fields as it says in %s, and not one more', async (_, path, init) => {
      expect(await send(path, init(members))).toBe(members)
      expect(await send(path, init(members + 1))).toMatchObject({ message: 'request.invalid' })
    })

    it.each(kinds)('takes four times the work for four times the fields in %s', async (_, path, init) => {
      const few = await countReads(() => send(path, init(members / 20)))
      const many = await countReads(() => send(path, init(members / 5)))
      expect(many).toBeLessThan(few * 4.5)
    })
  })
})
