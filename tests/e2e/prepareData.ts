/**
 * Runs once before all browser tests: fills a database and a data folder with the demo, which each test server starts with a copy of.
 * Journeys run on PostgreSQL, where a server starts with a fifth of the work; API tests and those of the process run on PGlite.
 */
import { rm } from 'node:fs/promises'
import { startBuiltServer } from '../support/builtServer.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { preparedData } from './journeyServer.ts'

export default async function prepareData(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const server = postgres.urlOf('postgres')
  const template = 'demo'
  const filled = await startBuiltServer({ DATABASE_URL: await createDatabase(server, template) })
  await filled.stop()
  process.env[preparedData] = JSON.stringify({ folder: filled.dataDir, server, template })
  return async () => {
    await postgres.stop()
    await rm(filled.dataDir, { recursive: true, force: true })
  }
}
