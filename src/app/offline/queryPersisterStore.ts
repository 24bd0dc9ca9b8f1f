/**
 * The persisted queries in IndexedDB, in their own database, because all of it can be fetched again. Its name must stay: a renamed database
 * would leave the old one on users' computers.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { PersistedQuery, PersistedQueryStore } from './queryPersister.ts'

interface Seen extends DBSchema {
  queries: { key: [number, string]; value: PersistedQuery }
}

let opening: Promise<IDBPDatabase<Seen>> | undefined

function open(): Promise<IDBPDatabase<Seen>> {
  opening ??= openDB<Seen>('fieldport-seen', 1, {
    upgrade: (database) => void database.createObjectStore('queries', { keyPath: ['owner', 'hash'] }),
    terminated: () => void (opening = undefined),
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

export const persistedQueryStore: PersistedQueryStore = {
  all: async () => (await open()).getAll('queries'),
  put: async (row) => void (await (await open()).put('queries', row)),
  delete: async ({ owner, hash }) => (await open()).delete('queries', [owner, hash]),
}
