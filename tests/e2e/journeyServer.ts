/** Starts the built server on a copy of the data that prepareData.ts has filled. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { createDatabase } from '../support/postgres.ts'

/** The environment variable that tells the workers of what to make copies. */
export const preparedData = 'FIELDPORT_TESTS_PREPARED_DATA'

const prepared = v.object({ folder: v.string(), server: v.string(), template: v.string() })

/** The address of the PostgreSQL server of this run. */
export function preparedServer(): string {
  return readPrepared().server
}

/** `build` is the output folder of `npm run build`. */
export async function startJourneyServer(environment: Record<string, string>, build?: string): Promise<BuiltServer> {
  const { folder, server, template } = readPrepared()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-e2e-'))
  await cp(folder, dataDir, { recursive: true })
  const databaseUrl = await createDatabase(server, `journey_${crypto.randomUUID()}`, template)
  const started = await startBuiltServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...environment }, build)
  const dispose = async () => {
    await started.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...started, dispose }
}

function readPrepared() {
  return v.parse(prepared, JSON.parse(process.env[preparedData] ?? '{}'))
}
