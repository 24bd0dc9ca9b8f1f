/**
 * What a person's lists last said, for when there is no server: each answer is written down as it comes, with its date, and given back to
 * TanStack Query before the first screen is drawn. What does not fit its schema any more (a newer version of the app) is left out. Knows no
 * screen and no HTTP.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { contract } from '../../contract/contract.ts'
import type { Contract } from '../../contract/endpoint.ts'
import { perPageOptions } from '../../contract/rules.ts'

/** The calls whose responses are stored, by the beginning of their query's key; another list that is to be there offline is one line. */
const persistedCalls: Readonly<Record<string, string>> = {
  userProduct: 'getUserProductsForUser',
  accessory: 'getUserAccessoriesForUser',
  productUpdate: 'getProductUpdatesForUser',
  firmware: 'getAllForProductAndUser',
}

/** Of staff's lists: what a list begins with, and one page of its rows. Pieces of "see everything" are not stored. */
const listQuery = v.variant('call', [
  v.object({ call: v.literal('initB122Table') }),
  v.object({ call: v.literal('getB122TableResults'), request: v.object({ body: v.object({ perPage: v.picklist(perPageOptions) }) }) }),
])

export type PersistedQuery = {
  readonly owner: number
  /** Names the query among its owner's: a page of a list takes the place of the one before it. */
  readonly hash: string
  readonly queryKey: QueryKey
  readonly data: unknown
  /** As Date.now gives it. */
  readonly updatedAt: number
}

/** The lowest thing it stands on; rejects where the browser refuses. */
export type PersistedQueryStore = {
  all(): Promise<readonly PersistedQuery[]>
  put(row: PersistedQuery): Promise<void>
  delete(row: Pick<PersistedQuery, 'owner' | 'hash'>): Promise<void>
}

function isOwnQuery([entity, call]: QueryKey): boolean {
  return typeof entity === 'string' && persistedCalls[entity] === call
}

function isListQuery([, call, request]: QueryKey): boolean {
  return v.is(listQuery, { call, request })
}

/** The key is that of a query of the contract (queryOf.ts); a call that the contract no longer has is not understood. */
function matchesSchema({ queryKey, data }: PersistedQuery): boolean {
  const [entity, call] = queryKey
  const calls: Contract = contract
  const schema = typeof entity === 'string' && typeof call === 'string' ? calls[entity]?.[call]?.response : undefined
  const isPersisted = isOwnQuery(queryKey) || isListQuery(queryKey)
  // None of the persisted calls answers with a file.
  return schema !== undefined && isPersisted && v.is(schema as v.GenericSchema, data)
}

/** Gives back what this person has seen, and lets go of what others have: their session may have ended without a sign-out. Never rejects. */
export async function restoreQueries(queryClient: QueryClient, rows: PersistedQueryStore, owner: number): Promise<void> {
  // The cache would let go of them after five minutes without a screen that shows them.
  const neverCollected = { gcTime: Number.POSITIVE_INFINITY }
  for (const key of Object.entries(persistedCalls)) queryClient.setQueryDefaults(key, neverCollected)
  for (const row of await rows.all().catch(() => [])) {
    if (row.owner !== owner || !matchesSchema(row)) {
      await rows.delete(row).catch(() => undefined)
      continue
    }
    queryClient.setQueryDefaults(row.queryKey, neverCollected)
    const isNewer = row.updatedAt > (queryClient.getQueryState(row.queryKey)?.dataUpdatedAt ?? 0)
    if (!isNewer) continue
    queryClient.setQueryData(row.queryKey, row.data, { updatedAt: row.updatedAt })
    // However new: since then something may have been done that the page did not live to hear of.
    await queryClient.invalidateQueries({ queryKey: row.queryKey, exact: true, refetchType: 'none' })
  }
}

/** Writes answers down as they come, for whoever is signed in then. Returns how to stop. A store that fails costs no one their answer. */
export function persistQueries(queryClient: QueryClient, rows: PersistedQueryStore, owner: () => number | null): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, queryHash, state } = event.query
    const person = owner()
    const isList = isListQuery(queryKey)
    if (person === null || !(isList || isOwnQuery(queryKey))) return
    const hash = isList ? queryKey.slice(0, 2).join(' ') : queryHash
    void rows.put({ owner: person, hash, queryKey, data: state.data, updatedAt: state.dataUpdatedAt }).catch(() => undefined)
  })
}

export async function forgetQueries(rows: PersistedQueryStore, owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner === owner) await rows.delete(row)
}
