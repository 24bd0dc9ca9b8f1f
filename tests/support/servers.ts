/** Gives a suite a running server on a fresh database. */
import { afterAll, beforeAll } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { type ApiServer, startApiServer } from './apiServer.ts'
import { onEmbedded, onPostgres, openingPostgres, type Place, type Reason, type TestDatabase } from './databases.ts'

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
  const { db, close } = await connectDatabase(place)
  const server = await startApiServer(db, environment)
  try {
    return await work(server)
  } finally {
    await server.dispose()
    await close()
  }
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
