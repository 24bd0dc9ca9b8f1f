/** Gives a suite a running server on a fresh database. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Role } from '../../src/contract/rules.ts'
import { type ApiServer, type Client, startApiServer } from './apiServer.ts'
import { onEmbedded, onPostgres, openingPostgres, type Place, type Reason, type TestDatabase } from './databases.ts'
import { inDatabase } from './inDatabase.ts'

/** `server` exists while the tests and hooks of the suite run. */
type Suite = (server: ApiServer) => void
type Environment = Record<string, string>

export function serverOnPostgres(suite: Suite): void {
  serverOnPostgresWith({}, suite)
}

/** Like `serverOnPostgres`, with these variables in the server's environment. */
export function serverOnPostgresWith(environment: Environment, suite: Suite): void {
  onPostgres(({ open }) => suite(runningServer(open, environment)))
}

export function serverOnEmbedded(reason: Reason, suite: Suite): void {
  onEmbedded(reason, ({ open }) => suite(runningServer(open, {})))
}

/** Runs `work` on a server of that place, and closes both. */
export async function serve<T>(place: Place, environment: Environment, work: (server: ApiServer) => Promise<T>): Promise<T> {
  return inDatabase(place, async (db) => {
    const server = await startApiServer(db, environment)
    try {
      return await work(server)
    } finally {
      await server.dispose()
    }
  })
}

/** A server on PostgreSQL while the tests and hooks of the whole file run. */
export function postgresServer(): ApiServer {
  return runningServer(openingPostgres(), {})
}

function runningServer(open: TestDatabase['open'], environment: Environment): ApiServer {
  let running: ApiServer | undefined
  beforeAll(async () => {
    running = await startApiServer(await open(), environment)
  })
  afterAll(() => running?.dispose())
  // Every access is forwarded to the running server.
  return new Proxy({} as ApiServer, { get: (_, name) => Reflect.get(running ?? {}, name) })
}

type ClientOfEach<Roles extends readonly Role[]> = { [Each in keyof Roles]: Client }

/** Someone of each role, who enters before the tests of the suite begin. */
export function signedIn<const Roles extends readonly Role[]>(server: ApiServer, ...roles: Roles): ClientOfEach<Roles> {
  return enteringBefore(beforeAll, server, roles)
}

/** Like `signedIn`, somebody else in each test. */
export function signedInAnew<const Roles extends readonly Role[]>(server: ApiServer, ...roles: Roles): ClientOfEach<Roles> {
  return enteringBefore(beforeEach, server, roles)
}

type Hook = (enter: () => Promise<void>) => void

function enteringBefore<Roles extends readonly Role[]>(hook: Hook, server: ApiServer, roles: Roles): ClientOfEach<Roles> {
  const clients: Client[] = []
  hook(async () => {
    clients.length = 0
    for (const role of roles) clients.push(await server.signInAs(role))
  })
  // Every access is forwarded to the one who has entered.
  const forwarded = roles.map((_, index) => new Proxy({} as Client, { get: (__, name) => Reflect.get(clients[index] ?? {}, name) }))
  // `map` forgets how many there are.
  return forwarded as ClientOfEach<Roles>
}
