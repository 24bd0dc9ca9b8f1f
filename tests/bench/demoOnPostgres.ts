/** The last build as a demo on a PostgreSQL of its own, with a client that one of its accounts has signed in. */
import { createApi } from '../../src/app/api/createApi.ts'
import { basePath } from '../../src/contract/basePath.ts'
import type { LoginSession } from '../../src/contract/authentication.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'

export async function startDemoOnPostgres(account: string, environment: Record<string, string> = {}) {
  const postgres = await startPostgres()
  const databaseUrl = await createDatabase(postgres.urlOf('postgres'), 'bench')
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'error', ...environment })
  const { db, close } = await connectDatabase({ databaseUrl, dataDir: server.dataDir })
  const { api, session } = await signInAs(account)
  const headers = { authorization: `Bearer ${session.access_token}` }

  async function signInAs(username: string) {
    let held: LoginSession | null = null
    const store = { read: () => held, write: (next: LoginSession) => void (held = next), end: () => void (held = null) }
    const client = createApi({ fetch, baseUrl: server.url + basePath, session: store })
    held = await client.authentication.login({ body: { username, password: demoPassword } })
    return { api: client, session: held }
  }

  async function dispose(): Promise<void> {
    await close()
    await server.dispose()
    await postgres.stop()
  }
  return { server, db, api, headers, signInAs, dispose }
}
