import { connectDatabase, type Database } from '../../src/server/db/connect.ts'

/** Does this work in the database of a place, or of a server that may be running, and closes it. */
export async function inDatabase<T>(place: Parameters<typeof connectDatabase>[0], work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await connectDatabase(place)
  try {
    return await work(db)
  } finally {
    await close()
  }
}
