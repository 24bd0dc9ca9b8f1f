/** Mounts the contract on HTTP: one route per call, all with the same steps. Knows no call by name. */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Contract, type Endpoint, mayCall, type Parts, needsFreshSignIn } from '../../contract/endpoint.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { readAccessToken } from '../auth/accessToken.ts'
import { isFactorDue } from '../auth/factors/staffFactor.ts'
import { findImpersonated } from '../auth/impersonation.ts'
import { noteViewed } from '../auth/noteViewed.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { type Caller, findCaller } from '../auth/caller.ts'
import { nameCall } from '../config/requestScope.ts'
import type { Call, FileToSend, FileToStream, Handler, Handlers, TextToSend } from '../call.ts'
import type { ServerContext } from '../serverContext.ts'
import { RowPages } from '../records/rowPages.ts'
import { createArrivingBodies } from './body/arrivingBodies.ts'
import { parseParts, type RawFields, readBody, readQuery } from './body/readRequest.ts'
import { addressReader } from './clientAddress.ts'
import { deviceCookies, grantCookie } from './cookies.ts'
import { peopleCounter } from './countPeople.ts'
import { idempotentRunner, transactionRunner } from './idempotency.ts'
import { isWriteRefused } from './isDatabaseUnavailable.ts'
import { readLocale } from './readLocale.ts'
import { retryDeadlocks } from './retryDeadlocks.ts'
import { matchesEtag, sendFile } from './sendFile.ts'
import { sendRows } from './sendRows.ts'
import { type Sending, streamBody } from './streamBody.ts'
import { type FindStored, parseEdit, type StoredForms } from './untouchedFields.ts'

const userAgentMaxLength = 250
/** A body that takes longer may outlive what its sender was allowed to do when it began. */
const slowBodyMs = 1_000

export function mount<C extends Contract>(
  app: Hono,
  basePath: string,
  contract: C,
  handlers: Handlers<C>,
  storedForms: StoredForms<C>,
  opened: ServerContext,
  whileArriving = createArrivingBodies(),
): void {
  const context = { ...opened, db: retryDeadlocks(opened.db, opened.log) }
  const readAddress = addressReader(context)
  const countPeople = peopleCounter(context.db)
  const calls = Object.entries(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      // The loop loses the type of each pair; the types of `handlers` and `storedForms` have checked them.
      const handler = handlers[entity]?.[name] as unknown as Handler<Endpoint>
      const findStored = storedForms[entity]?.[name]
      return { call: `${entity}.${name}`, endpoint, handler, findStored }
    }),
  )
  // Hono takes the first matching route, so `/user/getProfile` must come before `/user/{id}`.
  const literalFirst = calls.toSorted((one, other) => Number(one.endpoint.path.includes('{')) - Number(other.endpoint.path.includes('{')))
  for (const { call: callName, endpoint, handler, findStored } of literalFirst) {
    const paths = [`${basePath}${endpoint.path}`, endpoint.alsoAt ?? []].flat()
    const routes = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
    app.on(endpoint.method, routes, async (c) => {
      nameCall(callName)
      const address = readAddress(c)
      // Authenticate before reading the body.
      const before = await admit(c, endpoint, context, { address, arrivedAt: context.clock() })
      const sender = before.user?.impersonatedBy ?? before.user?.id ?? address
      const beganAt = context.clock()
      const body = await whileArriving(sender, (arriving) => readBody(c, endpoint, arriving))
      const isSlow = context.clock().getTime() - beganAt.getTime() > slowBodyMs
      const { user, now, refuse } = isSlow ? await admit(c, endpoint, context, { address, arrivedAt: before.now }) : before
      const raw = { params: c.req.param(), query: readQuery(c, endpoint), body }
      const isEdit = findStored !== undefined && user !== undefined
      const parts = isEdit ? await parseEdit(endpoint, raw, findStored, { ...context, user }) : parseParts(endpoint, raw)
      if (user !== undefined) await assertFreshSignIn(endpoint, parts, { ...context, user, findStored, raw })
      const runIdempotent = await chooseRunner(c, endpoint, context, { user, body, now })
      const userAgent = c.req.header('user-agent')?.slice(0, userAgentMaxLength)
      const appBuild = readAppBuild(c)
      const locale = readLocale(c.req.header('accept-language')) ?? user?.locale
      const cookies = { grant: grantCookie(c, context.config), devices: deviceCookies(c, context.config) }
      const facts = { user, now, locale, runIdempotent, userAgent, appBuild, address, ...cookies }
      // `user` is defined unless the audience is 'anyone': `identify` has checked that.
      const call = { ...context, ...parts, ...facts } as Call<Endpoint>
      const run = user?.impersonatedBy !== undefined ? withoutWriting(handler) : handler
      const handled: unknown = await Promise.resolve(call).then(run).catch(refuse)
      const answer =
        user === undefined ? handled : await countPeople(endpoint, { answer: handled, params: parts.params }, { ...facts, user })
      if (user !== undefined) await noteViewed(context.db, user, { endpoint, address }, now)
      const response = await send(c, endpoint, context, { user, answer })
      // The headers of a GET without its body, which nobody would close.
      if (c.req.method === 'HEAD') await response.body?.cancel()
      return response
    })
  }
}

function readAppBuild(c: Context): number | undefined {
  const build = c.req.header('fieldport-build')
  return build !== undefined && /^\d{1,10}$/.test(build) ? Number(build) : undefined
}

type Arrived = { readonly address: string; readonly arrivedAt: Date }

/**
 * Who calls at this moment: somebody who may make this call, and has nothing to do before it. Their token may have expired while the body
 * arrived.
 */
async function admit(c: Context, endpoint: Endpoint, context: ServerContext, { address, arrivedAt }: Arrived) {
  const now = context.clock()
  const user = await identify(c, endpoint, context, { arrivedAt, now })
  const refuse = refusalLogger(context, user, address, now)
  if (!mayCall(endpoint, user?.role ?? null)) await refuse(new AppError('not.authorized'))
  assertNothingDue(endpoint, user, context)
  if (user?.impersonatedBy !== undefined && endpoint.isReadOnly !== true) await refuse(new AppError('impersonation.read.only.error'))
  return { user, now, refuse }
}

/** Throws what somebody has to do before this call. */
function assertNothingDue({ audience, openBefore }: Endpoint, user: Caller | undefined, { config }: ServerContext): void {
  if (user === undefined || audience === 'anyone') return
  if (user.mustChoosePassword && openBefore !== 'password') throw new AppError('password.choice.required.error')
  if (isFactorDue(user, config) && openBefore === undefined) throw new AppError('factor.enrolment.required.error')
}

type Proved = Pick<ServerContext, 'db'> & { user: Caller; findStored: FindStored<Endpoint> | undefined; raw: { body: RawFields } }

/** Throws `proof.required.error` where the request says by itself that it wants fresh proof, and the sign-in has none. */
export async function assertFreshSignIn(
  { effects }: Endpoint,
  parts: Parts<Endpoint>,
  { db, user, findStored, raw }: Proved,
): Promise<void> {
  if (effects === undefined || user.hasFreshSignIn) return
  const stored = await findStored?.({ db, user, params: parts.params, body: raw.body })
  if (needsFreshSignIn(effects, { body: parts.body ?? {}, stored })) throw new AppError('proof.required.error')
}

async function identify(
  c: Context,
  endpoint: Endpoint,
  context: ServerContext,
  { arrivedAt, now }: { readonly arrivedAt: Date; readonly now: Date },
): Promise<Caller | undefined> {
  if (endpoint.audience === 'anyone') return undefined
  const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new AppError('not.authenticated')
  const bearer = await readAccessToken(context, token, arrivedAt)
  const caller =
    bearer.kind === 'user'
      ? await findCaller(context.db, bearer.user.userId, bearer.user.familyId, now)
      : await findImpersonated(context.db, bearer.impersonation, now)
  if (caller === undefined) throw new AppError('not.authenticated')
  return caller
}

/** PostgreSQL itself refuses a write here: an administrator who views the portal as a customer changes nothing, whatever a handler does. */
function withoutWriting(handler: Handler<Endpoint>): Handler<Endpoint> {
  return async (call) => {
    try {
      return await call.db.transaction((db) => handler({ ...call, db }), { accessMode: 'read only' })
    } catch (error) {
      // A fault of the handler: elsewhere it would mean that the database is a standby, and that the client should try again.
      throw isWriteRefused(error) ? new AppError('internal.server.error', { cause: error }) : error
    }
  }
}

/** Codes of refusals that the security log keeps. */
const logged: ReadonlySet<ErrorCode> = new Set(['not.authorized', 'impersonation.read.only.error'])

/** Returns a function that rethrows an error, after logging it if a signed-in person was not allowed to make the call. */
function refusalLogger({ db }: ServerContext, user: Caller | undefined, address: string, now: Date) {
  return async (thrown: unknown): Promise<never> => {
    if (thrown instanceof AppError && logged.has(thrown.code)) {
      const whose = { userId: user?.id, actorId: user?.impersonatedBy }
      await writeSecurityEvent(db, { kind: 'accessRefused', ...whose, address, reason: thrown.code }, now)
    }
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
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => endpoint.sentAnew?.includes(name) !== true))
  return idempotentRunner(db, { userId: user?.id, key, call: `${c.req.method} ${c.req.path}`, fields, now })
}

function send(
  c: Context,
  { response }: Endpoint,
  context: ServerContext,
  { user, answer }: { user: Caller | undefined; answer: unknown },
): Response | Promise<Response> {
  const sending = { log: context.log, assertMayRead: () => assertUnchanged(context, user) }
  // The type HandlerAnswer says that a handler of a file returns one of these.
  if (response.kind === 'fileAnswer') return sendFile(c, context.storage, answer as FileToSend | FileToStream, sending)
  // Likewise.
  if (response.kind === 'textAnswer') return sendText(c, answer as TextToSend, sending)
  c.header('Cache-Control', 'no-store')
  if (answer instanceof RowPages) return sendRows(c, response, answer, sending)
  // Reduces the response to the contract's fields, so that a new column of a table is never exposed by accident.
  return c.json(v.parse(response, answer))
}

/** JSON that is text already, piece by piece: 200, or 304 if the client has it. */
function sendText(c: Context, { mediaType, etag: name, pieces }: TextToSend, sending: Sending): Response {
  c.header('Cache-Control', name === undefined ? 'no-store' : 'private, no-cache')
  if (name !== undefined) {
    const etag = `"${name}"`
    c.header('ETag', etag)
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  }
  c.header('Content-Type', mediaType)
  return c.body(streamBody(c, pieces(), sending))
}

/** A long answer outlives what was checked before it: it ends with the session, the account or the role that it was for. */
async function assertUnchanged({ db, clock }: ServerContext, user: Caller | undefined): Promise<void> {
  if (user === undefined) return
  const caller = await findCaller(db, user.id, user.familyId, clock())
  if (caller?.role !== user.role) throw new AppError('not.authenticated')
}
