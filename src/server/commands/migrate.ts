/** `npm run db:migrate`: applies all migrations to the database that the environment names, without starting a server. */
import { readConfig } from '../config/readConfig.ts'
import { print, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'

await runCommand(async () => {
  const connection = await connectDatabase(readConfig(process.env), print)
  await connection.close()
  print(`The ${connection.kind} database has the newest schema.`)
}, 'The database was not brought up to date.')
