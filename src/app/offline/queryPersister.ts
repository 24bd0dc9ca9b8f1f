/**
 * What a person's lists last said, for when there is no server: each answer is written down as it comes, with its date, and given back to
 * TanStack Query before the first screen is drawn. What does not fit its schema any more (a newer version of the app) is left out. Knows no
 * screen and no HTTP.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { accessory } from '../../contract/accessory.ts'
import type { Contract } from '../../contract/endpoint.ts'
import { firmware } from '../../contract/firmware.ts'
import { productUpdate } from '../../contract/productUpdate.ts'
import { perPageOptions } from '../../contract/rules.ts'
import { userProduct } from '../../contract/userProduct.ts'

/** Another list that is to be there offline: one line. The key is the beginning of its query's. */
const keptQueries: readonly { readonly key: QueryKey; readonly answer: v.GenericSchema }[] = [
  { key: ['userProduct', 'own'], answer: userProduct.getUserProductsForUser.response },
  { key: ['accessory', 'own'], answer: accessory.getUserAccessoriesForUser.response },
  { key: ['productUpdate', 'own'], answer: productUpdate.getProductUpdatesForUser.response },
  { key: ['firmware', 'offered'], answer: firmware.getAllForProductAndUser.response },
]

/** A list of staff's, as kit/table asks for it: what it begins with, and a page of its rows. Pieces of "see everything" are not kept. */
const listQuery = v.variant('part', [
  v.object({ word: v.string(), part: v.literal('table') }),
  v.object({ word: v.string(), part: v.literal('rows'), asked: v.object({ perPage: v.picklist(perPageOptions) }) }),
])
const listCalls = { table: 'initB122Table', rows: 'getB122TableResults' } as const

export type SeenQuery = {
  readonly owner: number
  /** Names the query among its owner's: a page of a list takes the place of the one before it. */
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

function ownQuery(queryKey: QueryKey) {
  return keptQueries.find(({ key }) => key.every((part, index) => queryKey[index] === part))
}

function listOf([word, part, asked]: QueryKey) {
  const { success, output } = v.safeParse(listQuery, { word, part, asked })
  return success ? output : null
}

async function isUnderstood({ queryKey, data }: SeenQuery): Promise<boolean> {
  const list = listOf(queryKey)
  const answer = list === null ? ownQuery(queryKey)?.answer : await listAnswer(list)
  return answer !== undefined && v.is(answer, data)
}

/** The staff's half of the contract is not loaded for customers. */
async function listAnswer({ word, part }: NonNullable<ReturnType<typeof listOf>>): Promise<v.GenericSchema | undefined> {
  const words: Contract = (await import('../../contract/contract.ts')).contract
  // contract/table.ts: neither answers with a file.
  return words[word]?.[listCalls[part]]?.response as v.GenericSchema | undefined
}

/** Gives back what this person has seen, and lets go of what others have: their session may have ended without a sign-out. Never rejects. */
export async function restoreSeen(queryClient: QueryClient, rows: SeenRows, owner: number): Promise<void> {
  // The cache would let go of them after five minutes without a screen that shows them.
  const forGood = { gcTime: Number.POSITIVE_INFINITY }
  for (const { key } of keptQueries) queryClient.setQueryDefaults(key, forGood)
  for (const row of await rows.all().catch(() => [])) {
    if (row.owner !== owner || !(await isUnderstood(row))) {
      await rows.delete(row).catch(() => undefined)
      continue
    }
    queryClient.setQueryDefaults(row.queryKey, forGood)
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
    const { queryKey, queryHash, state } = event.query
    const person = owner()
    const list = listOf(queryKey)
    if (person === null || (list === null && ownQuery(queryKey) === undefined)) return
    const hash = list === null ? queryHash : `${list.word} ${list.part}`
    void rows.put({ owner: person, hash, queryKey, data: state.data, updatedAt: state.dataUpdatedAt }).catch(() => undefined)
  })
}

export async function forgetSeen(rows: SeenRows, owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner === owner) await rows.delete(row)
}
