/** Gives a suite a running server on a fresh database. */
import { afterAll, beforeAll } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { type ApiServer, startApiServer } from './apiServer.ts'
import { onBothDatabases, onEmbeddedDatabase, openingPostgres, type Place, type Reason, type TestDatabase } from './databases.ts'

/** `server` exists while the tests and hooks of the suite run. */
type Suite = (server: ApiServer) => void
type Environment = Record<string, string>

export function serverOnBothDatabases(reason: Reason, suite: Suite): void {
  serverOnBothDatabasesWith({}, reason, suite)
}

/** Like `serverOnBothDatabases`, with these variables in the server's environment. */
export function serverOnBothDatabasesWith(environment: Environment, reason: Reason, suite: Suite): void {
  onBothDatabases(reason, (database) => withServer(database, environment, suite))
}

export function serverOnEmbeddedDatabase(suite: Suite): void {
  serverOnEmbeddedDatabaseWith({}, suite)
}

export function serverOnEmbeddedDatabaseWith(environment: Environment, suite: Suite): void {
  onEmbeddedDatabase((database) => withServer(database, environment, suite))
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

/** A server on PostgreSQL while the tests and hooks of the file run, for requests that wait for each other. */
export function serverOnPostgres(): ApiServer {
  return runningServer(openingPostgres(), {})
}

function withServer({ open }: TestDatabase, environment: Environment, suite: Suite): void {
  suite(runningServer(open, environment))
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
