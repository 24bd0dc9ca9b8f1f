/** Mounts the contract on HTTP: one route per call, all with the same steps. Knows no call by name. */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Contract, type Endpoint, mayCall } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import { readAccessToken } from '../auth/accessToken.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { type Caller, findCaller } from '../auth/session.ts'
import type { Call, FileToSend, Handler, Handlers } from '../call.ts'
import type { ServerContext } from '../serverContext.ts'
import { addressReader } from './clientAddress.ts'
import { deviceCookies } from './deviceCookies.ts'
import { grantCookie } from './grantCookie.ts'
import { idempotentRunner, transactionRunner } from './idempotency.ts'
import { parseParts, type RawFields, readBody, readQuery } from './readRequest.ts'
import { sendFile } from './sendFile.ts'
import { parseEdit, type StoredForms } from './untouchedFields.ts'

const userAgentMaxLength = 250

export function mount<C extends Contract>(
  app: Hono,
  basePath: string,
  contract: C,
  handlers: Handlers<C>,
  storedForms: StoredForms<C>,
  context: ServerContext,
): void {
  const readAddress = addressReader(context)
  const calls = Object.entries(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      // The loop loses the type of each pair; the types of `handlers` and `storedForms` have checked them.
      const handler = handlers[entity]?.[name] as unknown as Handler<Endpoint>
      const findStored = storedForms[entity]?.[name]
      return { endpoint, handler, findStored }
    }),
  )
  // Hono takes the first matching route, so `/user/getProfile` must come before `/user/{id}`.
  const literalFirst = calls.toSorted((one, other) => Number(one.endpoint.path.includes('{')) - Number(other.endpoint.path.includes('{')))
  for (const { endpoint, handler, findStored } of literalFirst) {
    const path = `${basePath}${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    app.on(endpoint.method, path, async (c) => {
      const now = context.clock()
      // Authenticate before reading the body.
      const user = await identify(c, endpoint, context, now)
      const address = readAddress(c)
      const refuse = refusalLogger(context, user, address, now)
      if (!mayCall(endpoint, user?.role ?? null)) await refuse(new AppError('not.authorized'))
      const body = await readBody(c, endpoint)
      const raw = { params: c.req.param(), query: readQuery(c, endpoint), body }
      const isEdit = findStored !== undefined && user !== undefined
      const parts = isEdit ? await parseEdit(endpoint, raw, findStored, { ...context, user }) : parseParts(endpoint, raw)
      const runIdempotent = await chooseRunner(c, endpoint, context, { user, body, now })
      const userAgent = c.req.header('user-agent')?.slice(0, userAgentMaxLength)
      const cookies = { grant: grantCookie(c, context.config), devices: deviceCookies(c, context.config) }
      const facts = { user, now, runIdempotent, userAgent, address, ...cookies }
      // `user` is defined unless the audience is 'anyone': `identify` has checked that.
      const call = { ...context, ...parts, ...facts } as Call<Endpoint>
      return send(c, endpoint, context, await Promise.resolve(call).then(handler).catch(refuse))
    })
  }
}

async function identify(c: Context, endpoint: Endpoint, context: ServerContext, now: Date): Promise<Caller | undefined> {
  if (endpoint.audience === 'anyone') return undefined
  const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new AppError('not.authenticated')
  const { userId, familyId } = await readAccessToken(context, token, now)
  const caller = await findCaller(context.db, userId, familyId, now)
  if (caller === undefined) throw new AppError('not.authenticated')
  return caller
}

/** Returns a function that rethrows an error, after logging it if a signed-in person's role did not allow the call. */
function refusalLogger({ db }: ServerContext, user: Caller | undefined, address: string, now: Date) {
  return async (thrown: unknown): Promise<never> => {
    const isForbidden = thrown instanceof AppError && thrown.code === 'not.authorized'
    if (isForbidden) await writeSecurityEvent(db, { kind: 'accessRefused', userId: user?.id, address, reason: thrown.code }, now)
    throw thrown
  }
}

async function chooseRunner(
  c: Context,
  endpoint: Endpoint,
  { db }: ServerContext,
  { user, body, now }: { user: Caller | undefined; body: RawFields; now: Date },
) {
  const key = endpoint.isIdempotentByKey === true ? c.req.header('idempotency-key') : undefined
  if (key === undefined) return transactionRunner(db)
  return idempotentRunner(db, { userId: user?.id, key, call: `${c.req.method} ${c.req.path}`, fields: body, now })
}

function send(c: Context, { response }: Endpoint, { storage }: ServerContext, answer: unknown): Response | Promise<Response> {
  // The type HandlerAnswer says that a handler of a file returns a FileToSend.
  if (response.kind === 'fileAnswer') return sendFile(c, storage, answer as FileToSend)
  c.header('Cache-Control', 'no-store')
  // Reduces the response to the contract's fields, so that a new column of a table is never exposed by accident.
  return c.json(v.parse(response, answer))
}
