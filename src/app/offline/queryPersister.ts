/**
 * Persists the user's lists for times without a server. Each response is stored with its date when it arrives, and restored into TanStack Query
 * before the first screen renders; articles are articlePersister.ts's. Data that no longer matches its schema, after an app update, is dropped. Knows no screen and no HTTP.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { contract } from '../../contract/contract.ts'
import type { Contract } from '../../contract/endpoint.ts'
import { perPageOptions } from '../../contract/rules.ts'

/** The calls whose responses are available offline: the start of their query keys. To add a list, add a line. */
const persistedCalls: Readonly<Record<string, readonly string[]>> = {
  userProduct: ['getUserProductsForUser'],
  accessory: ['getUserAccessoriesForUser'],
  productUpdate: ['getProductUpdatesForUser'],
  firmware: ['getAllForProductAndUser'],
  signature: ['getForType'],
  publishedNews: ['getPage'],
}

/** Where older articles begin changes with each new one. */
const olderNewsQuery = v.tuple([v.literal('publishedNews'), v.literal('getPage'), v.object({ query: v.object({ before: v.number() }) })])

/** The queries of an admin list (kit/table): its start and a page of rows. The pages of "see everything" are larger and are not persisted. */
const listQuery = v.variant('call', [
  v.object({ call: v.literal('initB122Table') }),
  v.object({ call: v.literal('getB122TableResults'), request: v.object({ body: v.object({ perPage: v.picklist(perPageOptions) }) }) }),
])

export type PersistedQuery = {
  readonly owner: number
  /** Identifies the query among its owner's. All pages of a list share one hash, so the last page shown replaces the one before. */
  readonly hash: string
  readonly queryKey: QueryKey
  readonly data: unknown
  /** In ms since 1970. */
  readonly updatedAt: number
}

/** Where queries are stored. It rejects when the browser refuses. */
export type PersistedQueryStore = {
  all(): Promise<readonly PersistedQuery[]>
  put(row: PersistedQuery): Promise<void>
  delete(row: Pick<PersistedQuery, 'owner' | 'hash'>): Promise<void>
}

function isOwnQuery(queryKey: QueryKey): boolean {
  const [entity, call] = queryKey
  if (typeof entity !== 'string' || typeof call !== 'string' || v.is(olderNewsQuery, queryKey)) return false
  return persistedCalls[entity]?.includes(call) ?? false
}

/** What is stored under one hash replaces what was stored before. */
function hashOf({ queryKey, queryHash }: Query): string {
  return isListQuery(queryKey) ? queryKey.slice(0, 2).join(' ') : queryHash
}

function isListQuery([, call, request]: QueryKey): boolean {
  return v.is(listQuery, { call, request })
}

/** The key names a call of the contract (queryOf.ts). */
function matchesSchema({ queryKey, data }: PersistedQuery): boolean {
  const [entity, call] = queryKey
  const calls: Contract = contract
  const schema = typeof entity === 'string' && typeof call === 'string' ? calls[entity]?.[call]?.response : undefined
  const isPersisted = isOwnQuery(queryKey) || isListQuery(queryKey)
  // None of the persisted calls answers with a file.
  return schema !== undefined && isPersisted && v.is(schema as v.GenericSchema, data)
}

/** Restores this user's queries and deletes those of other users, whose sessions may have ended without a sign-out. Never rejects. */
export async function restoreQueries(queryClient: QueryClient, rows: PersistedQueryStore, owner: number): Promise<void> {
  // By default TanStack Query removes a query five minutes after its last observer.
  const neverCollected = { gcTime: Number.POSITIVE_INFINITY }
  for (const [entity, calls] of Object.entries(persistedCalls))
    for (const call of calls) queryClient.setQueryDefaults([entity, call], neverCollected)
  for (const row of await rows.all().catch(() => [])) {
    if (row.owner !== owner || !matchesSchema(row)) {
      await rows.delete(row).catch(() => undefined)
      continue
    }
    queryClient.setQueryDefaults(row.queryKey, neverCollected)
    const isNewer = row.updatedAt > (queryClient.getQueryState(row.queryKey)?.dataUpdatedAt ?? 0)
    if (!isNewer) continue
    queryClient.setQueryData(row.queryKey, row.data, { updatedAt: row.updatedAt })
    // However recent: the page may have closed before it learnt of a later change.
    await queryClient.invalidateQueries({ queryKey: row.queryKey, exact: true, refetchType: 'none' })
  }
}

/**
 * Stores responses as they arrive, for the user who is signed in then. Returns a function that stops it. A failing store does not affect the
 * queries.
 */
export function persistQueries(queryClient: QueryClient, rows: PersistedQueryStore, owner: () => number | null): () => void {
  function store(query: Query): void {
    const { queryKey, state } = query
    const person = owner()
    if (person === null || !(isListQuery(queryKey) || isOwnQuery(queryKey))) return
    void rows.put({ owner: person, hash: hashOf(query), queryKey, data: state.data, updatedAt: state.dataUpdatedAt }).catch(() => undefined)
  }
  const cache = queryClient.getQueryCache()
  // A loader may have fetched before this code was there.
  for (const query of cache.getAll()) if (query.state.status === 'success') store(query)
  return cache.subscribe((event) => {
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the library gives the queries of its events no types
    if (event.type === 'updated' && event.action.type === 'success') store(event.query)
  })
}

export async function forgetQueries(rows: PersistedQueryStore, owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner === owner) await rows.delete(row)
}
