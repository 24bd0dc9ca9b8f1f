/**
 * What a person's lists last said, for when there is no server: each answer is written down as it comes, with its date, and given back to
 * TanStack Query before the first screen is drawn. What does not fit its schema any more (a newer version of the app) is left out. Knows no
 * screen and no HTTP.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { accessory } from '../../contract/accessory.ts'
import { firmware } from '../../contract/firmware.ts'
import { productUpdate } from '../../contract/productUpdate.ts'
import { userProduct } from '../../contract/userProduct.ts'

/** Another list that is to be there offline: one line. The key is the beginning of its query's. */
const keptQueries: readonly { readonly key: QueryKey; readonly answer: v.GenericSchema }[] = [
  { key: ['userProduct', 'own'], answer: userProduct.getUserProductsForUser.response },
  { key: ['accessory', 'own'], answer: accessory.getUserAccessoriesForUser.response },
  { key: ['productUpdate', 'own'], answer: productUpdate.getProductUpdatesForUser.response },
  { key: ['firmware', 'offered'], answer: firmware.getAllForProductAndUser.response },
]

export type SeenQuery = {
  readonly owner: number
  /** Names the query among its owner's. */
  readonly hash: string
  readonly queryKey: QueryKey
  readonly data: unknown
  /** As Date.now gives it. */
  readonly updatedAt: number
}

/** The lowest thing it stands on; rejects where the browser refuses. */
export type SeenRows = {
  all(): Promise<readonly SeenQuery[]>
  put(row: SeenQuery): Promise<void>
  delete(row: Pick<SeenQuery, 'owner' | 'hash'>): Promise<void>
}

function kindOf(queryKey: QueryKey) {
  return keptQueries.find(({ key }) => key.every((part, index) => queryKey[index] === part))
}

/** Gives back what this person has seen, and lets go of what others have: their session may have ended without a sign-out. Never rejects. */
export async function restoreSeen(queryClient: QueryClient, rows: SeenRows, owner: number): Promise<void> {
  // The cache would let go of them after five minutes without a screen that shows them.
  for (const { key } of keptQueries) queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
  for (const row of await rows.all().catch(() => [])) {
    const kind = kindOf(row.queryKey)
    if (row.owner !== owner || kind === undefined || !v.is(kind.answer, row.data)) {
      await rows.delete(row).catch(() => undefined)
      continue
    }
    const isNewer = row.updatedAt > (queryClient.getQueryState(row.queryKey)?.dataUpdatedAt ?? 0)
    if (!isNewer) continue
    queryClient.setQueryData(row.queryKey, row.data, { updatedAt: row.updatedAt })
    // However new: since then something may have been done that the page did not live to hear of.
    await queryClient.invalidateQueries({ queryKey: row.queryKey, exact: true, refetchType: 'none' })
  }
}

/** Writes answers down as they come, for whoever is signed in then. Returns how to stop. A store that fails costs no one their answer. */
export function keepSeen(queryClient: QueryClient, rows: SeenRows, owner: () => number | null): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, queryHash: hash, state } = event.query
    const person = owner()
    if (person === null || kindOf(queryKey) === undefined) return
    void rows.put({ owner: person, hash, queryKey, data: state.data, updatedAt: state.dataUpdatedAt }).catch(() => undefined)
  })
}

export async function forgetSeen(rows: SeenRows, owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner === owner) await rows.delete(row)
}
