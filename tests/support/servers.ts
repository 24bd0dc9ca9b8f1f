/** Runs the same tests on both databases, each suite against a server of its own. */
import { afterAll, beforeAll } from 'vitest'
import { type ApiServer, startApiServer } from './apiServer.ts'
import { eachDatabase } from './databases.ts'

type Suite = (server: ApiServer) => void

/** `server` is there while the tests and hooks of the suite run, on a fresh database. */
export function eachServer(suite: Suite): void {
  eachServerWith({}, suite)
}

/** As `eachServer`, with these variables in the server's environment. */
export function eachServerWith(environment: Record<string, string>, suite: Suite): void {
  eachDatabase((open) => {
    let running: ApiServer | undefined
    beforeAll(async () => {
      running = await startApiServer(await open(), environment)
    })
    afterAll(() => running?.dispose())
    // All that is asked of it is the running server's.
    suite(new Proxy({} as ApiServer, { get: (_, name) => Reflect.get(running ?? {}, name) }))
  })
}
