/**
 * The persisted queries and articles in IndexedDB, in their own databases, because all of it can be fetched again. Their names must stay: a
 * renamed database would leave the old one on users' computers.
 */
import type { DBSchema } from 'idb'
import { openDatabase } from '../browser/rows/openDatabase.ts'
import type { ArticleStore, KeptArticle } from './articlePersister.ts'
import type { PersistedQuery, PersistedQueryStore } from './queryPersister.ts'

interface Seen extends DBSchema {
  queries: { key: [number, string]; value: PersistedQuery }
}

/** Not a table of the other: the version of the app before, still open in a tab or put back, could not open a database of a newer version. */
interface Articles extends DBSchema {
  articles: { key: [number, number]; value: KeptArticle; indexes: { updatedAt: number } }
}

const inSeen = openDatabase<Seen>('fieldport-seen', {
  version: 1,
  create: (database) => void database.createObjectStore('queries', { keyPath: ['owner', 'hash'] }),
})
const inArticles = openDatabase<Articles>('fieldport-articles', {
  version: 1,
  create(database) {
    const store = database.createObjectStore('articles', { keyPath: ['owner', 'id'] })
    store.createIndex('updatedAt', 'updatedAt')
  },
})

export const persistedQueryStore: PersistedQueryStore = {
  all: () => inSeen('queries', 'readonly', (store) => store.getAll()),
  put: (row) => inSeen('queries', 'readwrite', async (store) => void (await store.put(row))),
  delete: ({ owner, hash }) => inSeen('queries', 'readwrite', (store) => store.delete([owner, hash])),
}

export const articleStore: ArticleStore = {
  async keys() {
    const keys = await inArticles('articles', 'readonly', (store) => store.index('updatedAt').getAllKeys())
    return keys.map(([owner, id]) => ({ owner, id }))
  },
  get: ({ owner, id }) => inArticles('articles', 'readonly', (store) => store.get([owner, id])),
  put: (row) => inArticles('articles', 'readwrite', async (store) => void (await store.put(row))),
  delete: ({ owner, id }) => inArticles('articles', 'readwrite', (store) => store.delete([owner, id])),
}
