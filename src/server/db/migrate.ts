/** `npm run db:migrate`: brings the database that the environment names to the newest schema, without starting a server. */
import { connectDatabase } from './connect.ts'

const connection = await connectDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? './data' })
await connection.close()
process.stdout.write(`The ${connection.kind} database has the newest schema.\n`)
