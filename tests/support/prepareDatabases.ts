/** Once for a run of the API tests: a PostgreSQL server with a migrated template, and a migrated PGlite to clone. Vitest's globalSetup. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '../../src/server/db/applyMigrations.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { embeddedExtensions } from '../../src/server/db/openEmbedded.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'

const template = 'template_migrated'

declare module 'vitest' {
  interface ProvidedContext {
    databases: {
      /** Where new databases are asked for. */
      readonly postgresUrl: string
      readonly template: string
      /** A tar file that PGlite loads: making a new one takes seconds. */
      readonly pgliteDump: string
    }
  }
}

export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-pglite-'))
  const pgliteDump = join(folder, 'migrated.tar')
  const [postgres] = await Promise.all([startMigratedPostgres(), dumpMigratedPglite(pgliteDump)])
  project.provide('databases', { postgresUrl: postgres.urlOf('postgres'), template, pgliteDump })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startMigratedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres()
  await createDatabase(postgres.urlOf('postgres'), template)
  const migrated = await connectDatabase({ databaseUrl: postgres.urlOf(template), dataDir: '' })
  await migrated.close()
  return postgres
}

async function dumpMigratedPglite(path: string): Promise<void> {
  const client = await PGlite.create({ extensions: embeddedExtensions })
  await applyMigrations.embedded(drizzle(client))
  const dump = await client.dumpDataDir('none')
  await client.close()
  await writeFile(path, new Uint8Array(await dump.arrayBuffer()))
}
