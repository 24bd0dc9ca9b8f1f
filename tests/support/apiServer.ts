/**
 * The real app on a real database, without a port: the app's own client calls it by `app.request`. Its clock only moves when a test says
 * so.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { hash } from '@node-rs/argon2'
import { and, eq, not } from 'drizzle-orm'
import { type Api, createApi } from '../../src/app/api/createApi.ts'
import type { LoginSession } from '../../src/contract/authentication.ts'
import { basePath } from '../../src/contract/contract.ts'
import type { Role } from '../../src/contract/rules.ts'
import { createApp } from '../../src/server/app.ts'
import { signAccessToken } from '../../src/server/auth/accessToken.ts'
import { maySignIn } from '../../src/server/auth/caller.ts'
import { hashSecret, makeSecret } from '../../src/server/auth/secret.ts'
import { sessionEndsAt } from '../../src/server/auth/sessionEnd.ts'
import type { ServerContext } from '../../src/server/serverContext.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import { sessions, signIns, users } from '../../src/server/db/tables.ts'
import { openKeys } from '../../src/server/keys/openRing.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import { storedPhone } from '../../src/server/messages/phone.ts'
import { checkAnswer } from './documentedAnswers.ts'
import { testSecretKey } from './secretKey.ts'

export const password = 'correct horse battery'
const origin = 'http://portal.test'
/** The cheapest argon2id: a hash contains its own cost, and tests sign in thousands of times. */
let passwordHash: Promise<string> | undefined

export type Person = Partial<typeof users.$inferInsert> & { username: string }

type SessionOwner = Pick<typeof users.$inferSelect, 'id' | 'username' | 'role'>

/** The client of one person: the app's calls, and the session that they share. */
export type Client = Api & { readonly held: { current: LoginSession | null } }

export type ApiServer = {
  readonly context: ServerContext
  /** A raw request below the base path, for what the client would never send. */
  readonly request: (path: string, init?: RequestInit, address?: string) => Promise<Response>
  /** Relative to the origin. */
  readonly requestAt: (path: string, init?: RequestInit) => Promise<Response>
  /** `address` is the client's network address; by default each request has a new one. */
  readonly client: (session?: LoginSession | null, address?: string) => Client
  /** Adds a validated account with `password`; returns its id. */
  readonly addUser: (person: Person) => Promise<number>
  /** Like `addUser`, with an unused address. */
  readonly join: (person?: Partial<Person>) => Promise<{ username: string; userId: number }>
  /** By the call, with all that it leaves: an entry of the security log, a trusted browser, a mail about a new one. */
  readonly signIn: (username: string) => Promise<Client>
  /** Opens a session by rows: a fifth of the time of the call, and nothing else is left. */
  readonly enter: (username: string) => Promise<Client>
  /** Adds an account with this role, which enters. */
  readonly signInAs: (role: Role) => Promise<Client>
  readonly pass: (ms: number) => void
  /** All lines that the server has logged. */
  readonly logged: () => string
  readonly dispose: () => Promise<void>
}

/** `check` holds each answer against the OpenAPI document; a benchmark leaves it out, because it costs more than most answers. */
/** Sends a request, and looks at what it does and is answered. */
type Around = (request: Request, send: () => Promise<Response>) => Promise<Response>
const checked: Around = async (request, send) => checkAnswer(request, await send())

export async function startApiServer(db: Database, environment: Record<string, string> = {}, around = checked): Promise<ApiServer> {
  const dataDir = await mkdtemp(joinPath(tmpdir(), 'fieldport-api-'))
  const lines: string[] = []
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: origin,
    SECRET_KEY: testSecretKey,
    STAFF_SECOND_FACTOR: 'optional',
    ...environment,
  })
  const context: ServerContext = {
    config,
    db,
    storage: await openStorage(config),
    ...(await openKeys(db, config, new Date(now))),
    log: openLog('debug', { write: (line) => void lines.push(line) }),
    clock: () => new Date(now),
  }
  const app = createApp(context)
  let asked = 0

  /** Each request has its own network address unless the test sets one, so that tests do not share rate limits. */
  async function ask(request: Request, address = `10.0.${(asked += 1) >> 8}.${asked % 256}`): Promise<Response> {
    return around(request, async () => app.request(request, undefined, { incoming: { socket: { remoteAddress: address } } }))
  }

  function client(session: LoginSession | null = null, address?: string): Client {
    const cookies = new Map<string, string>()
    const held = { current: session }
    const api: Api = createApi({
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (cookies.size > 0) request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
        const response = await ask(request, address)
        keepCookies(cookies, response)
        return response
      },
      baseUrl: origin + basePath,
      session: {
        read: () => held.current,
        write: (fresh) => void (held.current = fresh),
        end: () => void (held.current = null),
        // Time that a test lets pass makes a proof old.
        askProof: async () => void (await api.session.prove({ body: { proof: { kind: 'password', password } } })),
      },
    })
    // The client is a Proxy that creates its calls on access, so there is nothing to spread.
    return new Proxy(api, { get: (words, name) => (name === 'held' ? held : Reflect.get(words, name)) }) as Client
  }

  async function addUser(person: Person): Promise<number> {
    passwordHash ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const about = {
      firstname: 'Ada',
      lastname: 'Field',
      phonePrefix: '+33',
      phoneNumber: '612345678',
      country: 'FR',
      accountValidated: true,
      since: new Date(now),
    }
    const filled = { ...about, passwordHash: await passwordHash, ...person }
    const row = { ...filled, ...storedPhone(filled) }
    const [added] = await db.insert(users).values(row).returning({ id: users.id })
    if (added === undefined) throw new Error('no user')
    return added.id
  }

  async function join(person: Partial<Person> = {}): Promise<{ username: string; userId: number }> {
    const { username = newAddress() } = person
    return { username, userId: await addUser({ ...person, username }) }
  }

  async function signIn(username: string): Promise<Client> {
    return client(await client().authentication.login({ body: { username, password } }))
  }

  async function openSession({ id: userId, username, role }: SessionOwner): Promise<Client> {
    const [startedAt, familyId, refreshToken] = [new Date(now), crypto.randomUUID(), makeSecret()]
    const endsAt = sessionEndsAt(role, startedAt)
    const expiresAt = new Date(Math.min(now + config.refreshTokenSeconds * 1000, endsAt.getTime()))
    const tokenHash = hashSecret(refreshToken)
    await db.insert(sessions).values({ userId, familyId, tokenHash, createdAt: startedAt, startedAt, expiresAt })
    await db.insert(signIns).values({ userId, familyId, method: 'password', provedAt: startedAt })
    const accessToken = await signAccessToken(context, { userId, familyId, endsAt }, startedAt)
    return client({ id: userId, username, roles: [role], access_token: accessToken, refresh_token: refreshToken, locale: 'en' })
  }

  async function enter(username: string): Promise<Client> {
    const isTheirs = and(eq(users.username, username), not(users.isDeleted))
    const user = single(await db.select().from(users).where(isTheirs))
    if (!maySignIn(user)) throw new Error(`${username} may not sign in`)
    return openSession(user)
  }

  return {
    context,
    request: (path, init, address) => ask(new Request(origin + basePath + path, init), address),
    requestAt: (path, init) => ask(new Request(origin + path, init)),
    client,
    addUser,
    join,
    signIn,
    enter,
    signInAs: async (role) => {
      const { userId, username } = await join({ role })
      return openSession({ id: userId, username, role })
    },
    pass: (ms) => {
      now += ms
    },
    logged: () => lines.join(''),
    dispose: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** An address that nobody has. Without digits and vowels, so that what a test searches for does not stand in it by chance. */
export function newAddress(): string {
  const name = crypto.randomUUID().replaceAll('-', '')
  return `${name.replaceAll(/./g, (digit) => 'bcdghjklmnpqrstv'.charAt(parseInt(digit, 16)))}@example.com`
}

/** Stores cookies like a browser, until they are cleared. */
function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0\b/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** For a call that counts once, however often it is sent. */
export function onceOnly(): { idempotencyKey: string } {
  return { idempotencyKey: crypto.randomUUID() }
}

/** The session of somebody who is signed in. */
export function heldBy({ held }: Client): LoginSession {
  if (held.current === null) throw new Error('signed out')
  return held.current
}

/** A bare sign-in, with the cookies that a browser sends back. */
export function postLogin({ request }: ApiServer, username: string, typed: string, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  return request('/api/login', { method: 'POST', headers, body: JSON.stringify({ username, password: typed }) })
}

/** Renews a session by its refresh token. */
export function renew({ client }: ApiServer, refreshToken: string): Promise<LoginSession> {
  return client().authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token: refreshToken } })
}

/** The Authorization header of a client's session. */
export function bearer(client: Client): { authorization: string } {
  return { authorization: `Bearer ${client.held.current?.access_token ?? ''}` }
}

/** The body of a refused call: `{ status, message, invalidField? }`. */
export async function failure(response: Response): Promise<{ status: number; message: string; invalidField?: string }> {
  // docs/security.md, 28, defines the shape; a test compares all of it.
  const { requestId, ...body } = (await response.json()) as { requestId: string; message: string; invalidField?: string }
  if (requestId !== response.headers.get('x-request-id')) throw new Error('the answer and its header name different requests')
  return { status: response.status, ...body }
}
