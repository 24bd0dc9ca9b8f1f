/** `npm run db:migrate`: applies all migrations to the database that the environment names, without starting a server. */
import { readConfig } from '../config/readConfig.ts'
import { connectDatabase } from '../db/connect.ts'

try {
  const connection = await connectDatabase(readConfig(process.env))
  await connection.close()
  process.stdout.write(`The ${connection.kind} database has the newest schema.\n`)
} catch (error) {
  process.stderr.write(`The database was not brought up to date. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
