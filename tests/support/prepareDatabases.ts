/** Runs once before the API tests (Vitest's globalSetup): a PostgreSQL server with a migrated template, and a migrated PGlite to copy. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/pglite'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '../../src/server/db/applyMigrations.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { openEmbedded } from '../../src/server/db/openEmbedded.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'

const template = 'template_migrated'

declare module 'vitest' {
  interface ProvidedContext {
    databases: {
      /** The PostgreSQL server on which to create databases. */
      readonly postgresUrl: string
      readonly template: string
      /** A data folder with a migrated embedded database to copy, because a new one takes seconds. */
      readonly embeddedDataDir: string
      /** The same database as a tar file that PGlite loads into memory. */
      readonly pgliteDump: string
    }
  }
}

export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-pglite-'))
  const [embeddedDataDir, pgliteDump] = [join(folder, 'data'), join(folder, 'migrated.tar')]
  const [postgres] = await Promise.all([startMigratedPostgres(), prepareEmbedded(embeddedDataDir, pgliteDump)])
  project.provide('databases', { postgresUrl: postgres.urlOf('postgres'), template, embeddedDataDir, pgliteDump })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startMigratedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres()
  const databaseUrl = await createDatabase(postgres.urlOf('postgres'), template)
  const migrated = await connectDatabase({ databaseUrl, dataDir: '' })
  await migrated.close()
  return postgres
}

async function prepareEmbedded(dataDir: string, dumpPath: string): Promise<void> {
  const { client, close } = await openEmbedded(dataDir)
  await applyMigrations.embedded(drizzle(client))
  const dump = await client.dumpDataDir('none')
  await close()
  await writeFile(dumpPath, new Uint8Array(await dump.arrayBuffer()))
}
