/**
 * One connection without migrations, for work that reads or fills a whole database in one transaction. Servers use connect.ts. Knows no
 * tables.
 */
import { drizzle as drizzlePostgresql } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { type Database, drizzleOptions } from './connect.ts'
import { checkFreeSpaceBeforeWrites, openCluster } from './openEmbedded.ts'
import { openPostgresql } from './openPostgresql.ts'

export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

export type Session = {
  /** One statement. */
  readonly query: Query
  /** The same connection. Its `transaction` must not be used inside another one. */
  readonly db: Database
  readonly close: () => Promise<void>
}

export async function openPostgresqlSession(databaseUrl: string): Promise<Session> {
  const { pool, close } = await openPostgresql(databaseUrl)
  const client = await pool.connect()
  return {
    query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
    db: drizzlePostgresql(client, drizzleOptions),
    close: async () => {
      // Ends the connection, and with it all its locks.
      client.release(true)
      await close()
    },
  }
}

/** `folder` is the embedded database's own, which no other process may have open. */
export async function openEmbeddedSession(folder: string): Promise<Session> {
  return embeddedSession(await openCluster(folder))
}

/** Creates a database in `folder`, to be filled. Writes are rejected before the disk is full. */
export async function createEmbeddedSession(folder: string): Promise<Session> {
  const client = await openCluster(folder)
  checkFreeSpaceBeforeWrites(client, folder)
  return embeddedSession(client)
}

function embeddedSession(client: Awaited<ReturnType<typeof openCluster>>): Session {
  return {
    query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
    db: drizzlePglite(client, drizzleOptions),
    close: () => client.close(),
  }
}

/** Closes the session after `work`, however it ends. */
export async function withSession<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
