/**
 * The persisted queries and articles in IndexedDB, in their own databases, because all of it can be fetched again. Their names must stay: a
 * renamed database would leave the old one on users' computers.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ArticleStore, KeptArticle } from './articlePersister.ts'
import type { PersistedQuery, PersistedQueryStore } from './queryPersister.ts'

interface Seen extends DBSchema {
  queries: { key: [number, string]; value: PersistedQuery }
}

/** Not a table of the other: the version of the app before, still open in a tab or put back, could not open a database of a newer version. */
interface Articles extends DBSchema {
  articles: { key: [number, number]; value: KeptArticle; indexes: { updatedAt: number } }
}

/** Opens a database of version 1 when it is first used. */
function opener<Schema extends DBSchema>(name: string, create: (database: IDBPDatabase<Schema>) => void) {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  return () => {
    opening ??= openDB<Schema>(name, 1, { upgrade: create, terminated: () => void (opening = undefined) }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

const openSeen = opener<Seen>('fieldport-seen', (database) => void database.createObjectStore('queries', { keyPath: ['owner', 'hash'] }))
const openArticles = opener<Articles>('fieldport-articles', (database) => {
  const store = database.createObjectStore('articles', { keyPath: ['owner', 'id'] })
  store.createIndex('updatedAt', 'updatedAt')
})

export const persistedQueryStore: PersistedQueryStore = {
  all: async () => (await openSeen()).getAll('queries'),
  put: async (row) => void (await (await openSeen()).put('queries', row)),
  delete: async ({ owner, hash }) => (await openSeen()).delete('queries', [owner, hash]),
}

export const articleStore: ArticleStore = {
  async keys() {
    const keys = await (await openArticles()).getAllKeysFromIndex('articles', 'updatedAt')
    return keys.map(([owner, id]) => ({ owner, id }))
  },
  get: async ({ owner, id }) => (await openArticles()).get('articles', [owner, id]),
  put: async (row) => void (await (await openArticles()).put('articles', row)),
  delete: async ({ owner, id }) => (await openArticles()).delete('articles', [owner, id]),
}
