/**
 * `npm run bench:restart`: stops servers under load and counts what fails. First two of them on a PostgreSQL of its own behind nginx, one
 * after the other, round after round; then one on the embedded database, asked directly. Eight clients read, save, upload and are refused
 * uploads, without a pause. Prints how many requests were sent and how many failed; a request that found nobody listening was never sent.
 * `--rounds N` for more. Runs the last build; needs nginx (Debian: `apt-get install nginx-light`).
 */
import { parseArgs } from 'node:util'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/freePort.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { startNginx } from '../support/nginx.ts'
import { startLoad } from './restartLoad.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)

/** nginx keeps its idle connections for less than a server answers on; by default they are 60 s and 65 s, which is long to wait for. */
const keepAliveSeconds = 5
const drainSeconds = 7

await measureTwoBehindNginx()
await measureOneAlone()

async function measureTwoBehindNginx(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-restart-'))
  const port = await freePort()
  const postgres = await startPostgres()
  const environment = {
    DATABASE_URL: await createDatabase(postgres.urlOf('postgres'), 'restart'),
    DATA_DIR: dataDir,
    // Both are the same portal: tokens of the one count at the other.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: String(drainSeconds),
    DEMO: 'true',
    LOG_LEVEL: 'error',
  }
  const servers = [await startBuiltServer(environment), await startBuiltServer(environment)]
  const nginx = await startNginx({ port, upstreams: servers.map(({ url }) => url), keepAliveSeconds })
  try {
    const load = await startLoad(nginx.url)
    for (let round = 0; round < rounds; round += 1)
      for (const server of servers) {
        await load.sentAtLeast(200)
        await server.stop()
        await server.start()
      }
    await load.sentAtLeast(200)
    const { sent, failures } = await load.stop()
    print('postgresql_two', rounds * servers.length, sent, failures)
    // nginx asks the other server where a GET fails, so that its client sees nothing.
    const cut = await nginx.cutConnections()
    console.log(`restart.postgresql_two.connections_cut: ${cut.length}`)
    for (const line of cut) console.error(line)
  } finally {
    await nginx.stop()
    await Promise.all(servers.map((server) => server.dispose()))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureOneAlone(): Promise<void> {
  const server = await startBuiltServer({ DEMO: 'true', LOG_LEVEL: 'error' })
  try {
    const load = await startLoad(server.url)
    for (let round = 0; round < rounds; round += 1) {
      await load.sentAtLeast(200)
      await server.stop()
      await server.start()
    }
    await load.sentAtLeast(200)
    const { sent, failures } = await load.stop()
    print('embedded_one', rounds, sent, failures)
  } finally {
    await server.dispose()
  }
}

function print(name: string, restarts: number, sent: Readonly<Record<string, number>>, failures: readonly string[]): void {
  console.log(`restart.${name}.restarts: ${restarts}`)
  for (const [kind, count] of Object.entries(sent)) console.log(`restart.${name}.${kind}: ${count}`)
  console.log(`restart.${name}.requests_sent: ${Object.values(sent).reduce((sum, count) => sum + count, 0)}`)
  console.log(`restart.${name}.requests_failed: ${failures.length}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
