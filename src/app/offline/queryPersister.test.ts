import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { forgetQueries, persistQueries, restoreQueries, type PersistedQuery, type PersistedQueryStore } from './queryPersister.ts'

const ada = 7
const bob = 8
const offeredKey = ['firmware', 'getAllForProductAndUser', { params: { productId: 2 } }]
const offered = [
  {
    id: 31,
    versionName: '5.2',
    language: 'English',
    releaseDate: '2026-10-01T00:00:00.000Z',
    changeLog: 'Deeper.',
    isBetaTest: false,
    firmwareFile: { id: 9, filename: 'ws6.bin', sizeBytes: 100, sha256: 'ab' },
  },
]

let persisted: Map<string, PersistedQuery>
let rows: PersistedQueryStore

beforeEach(() => {
  persisted = new Map()
  rows = {
    all: async () => [...persisted.values()],
    put: async (row) => void persisted.set(nameOf(row), structuredClone(row)),
    delete: async (row) => void persisted.delete(nameOf(row)),
  }
})

function nameOf({ owner, hash }: Pick<PersistedQuery, 'owner' | 'hash'>): string {
  return `${owner} ${hash}`
}

function reject(): Promise<never> {
  return Promise.reject(new DOMException('no', 'SecurityError'))
}

/** A visit of this user, who receives these responses. */
async function visit(person: number, answers: readonly (readonly [readonly unknown[], unknown])[]): Promise<void> {
  const client = new QueryClient()
  persistQueries(client, rows, () => person)
  for (const [queryKey, answer] of answers) await client.fetchQuery({ queryKey, queryFn: async () => answer })
}

it('restores responses at the next start, with their date', async () => {
  const before = Date.now()
  await visit(ada, [[offeredKey, offered]])
  const client = new QueryClient()
  await restoreQueries(client, rows, ada)
  expect(client.getQueryData(offeredKey)).toEqual(offered)
  const { dataUpdatedAt = 0 } = client.getQueryState(offeredKey) ?? {}
  expect(dataUpdatedAt).toBeGreaterThanOrEqual(before)
  expect(dataUpdatedAt).toBeLessThanOrEqual(Date.now())
})

it('stores what was fetched before it began', async () => {
  const client = new QueryClient()
  await client.fetchQuery({ queryKey: offeredKey, queryFn: async () => offered })
  persistQueries(client, rows, () => ada)
  expect([...persisted.values()].map(({ data }) => data)).toEqual([offered])
})

it('persists only the queries on the list', async () => {
  await visit(ada, [
    [['user', 'getProfile'], { phoneNumber: '0612345678' }],
    [['firmware', 'get', { params: { id: 31 } }], { id: 31 }],
  ])
  expect(persisted.size).toBe(0)
})

const begin = { totalCount: 120, filters: [], allowed: { create: true, edit: true, remove: true } }
const pageOf = (perPage: number, currentPage: number) => ['product', 'getB122TableResults', { body: { perPage, currentPage, search: '' } }]
const rowsNamed = (name: string) => ({
  items: [{ id: 2, name, typeName: name, lastFirmwareVersion: '5.2', nbUsers: 3, isDeleted: false }],
  totalRows: 120,
})

it('restores an admin list as it was left: its start and the last page shown', async () => {
  await visit(ada, [
    [['product', 'initB122Table'], begin],
    [pageOf(50, 1), rowsNamed('WS6')],
    [pageOf(50, 2), rowsNamed('Teleco')],
    // A page of "see everything".
    [pageOf(500, 1), rowsNamed('WSAII')],
  ])
  const client = new QueryClient()
  await restoreQueries(client, rows, ada)
  expect(client.getQueryData(['product', 'initB122Table'])).toEqual(begin)
  expect(client.getQueryData(pageOf(50, 2))).toEqual(rowsNamed('Teleco'))
  expect(persisted.size).toBe(2)
})

const newsKey = (query: object) => ['publishedNews', 'getPage', { query }]

it('restores the newest news as they were seen, and no older ones', async () => {
  const article = { id: 25, title: 'Article', publishedAt: '2026-10-01T00:00:00.000Z', isRead: true, thumbnail: null }
  const newest = { articles: [article], next: 25 }
  await visit(ada, [
    [newsKey({}), newest],
    [newsKey({ before: 25 }), { articles: [], next: null }],
    // Articles are long, and all of this is read before the first screen renders.
    [['publishedNews', 'get', { params: { id: 25 } }], { ...article, content: '<p>Text</p>', thumbnailType: null }],
  ])
  const client = new QueryClient()
  await restoreQueries(client, rows, ada)
  expect(client.getQueryData(newsKey({}))).toEqual(newest)
  expect(persisted.size).toBe(1)
})

it('drops data that does not match the schema of a newer app version', async () => {
  await visit(ada, [[offeredKey, [{ ...offered[0], firmwareFile: 'ws6.bin' }]]])
  const client = new QueryClient()
  await restoreQueries(client, rows, ada)
  expect(client.getQueryData(offeredKey)).toBeUndefined()
  expect(persisted.size).toBe(0)
})

it('refetches restored queries, however recent they are', async () => {
  await visit(ada, [[offeredKey, offered]])
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  await restoreQueries(client, rows, ada)
  expect(await client.fetchQuery({ queryKey: offeredKey, queryFn: () => [] })).toEqual([])
})

it('never replaces newer data with older data', async () => {
  await visit(ada, [[offeredKey, offered]])
  const client = new QueryClient()
  client.setQueryData(offeredKey, [], { updatedAt: Date.now() + 1_000 })
  await restoreQueries(client, rows, ada)
  expect(client.getQueryData(offeredKey)).toEqual([])
})

it('restores nothing of another user, and deletes it', async () => {
  await visit(ada, [[offeredKey, offered]])
  const client = new QueryClient()
  await restoreQueries(client, rows, bob)
  expect(client.getQueryData(offeredKey)).toBeUndefined()
  expect(persisted.size).toBe(0)
})

it('deletes the queries of one user only', async () => {
  await visit(ada, [[offeredKey, offered]])
  await visit(bob, [[offeredKey, offered]])
  await forgetQueries(rows, ada)
  expect([...persisted.values()].map(({ owner }) => owner)).toEqual([bob])
})

it('starts when the browser refuses storage', async () => {
  const closed: PersistedQueryStore = { all: reject, put: reject, delete: reject }
  const client = new QueryClient()
  await expect(restoreQueries(client, closed, ada)).resolves.toBeUndefined()
  persistQueries(client, closed, () => ada)
  await expect(client.fetchQuery({ queryKey: offeredKey, queryFn: async () => offered })).resolves.toEqual(offered)
})
