/** This installation's configuration: brand, simulated detector, demo accounts. It does not change while the page is open. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Configuration, configurationAnswer } from '../../contract/configuration.ts'
import { api } from './api.ts'
import { queryOf } from './queryOf.ts'

const key = 'fieldport.configuration'
const retryMaxMs = 30_000

/** The last response, for a start without a network. Nothing in it is personal. */
function lastAnswer(): Configuration | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), configurationAnswer), localStorage.getItem(key))
  return parsed.success ? parsed.output : undefined
}

export const configurationQuery = queryOptions({
  ...queryOf(api.configuration.get),
  queryFn: async () => {
    const answer = await api.configuration.get()
    localStorage.setItem(key, JSON.stringify(answer))
    return answer
  },
  initialData: lastAnswer,
  initialDataUpdatedAt: 0,
  // The stored answer is shown at once and replaced by the server's; that one holds while the page is open.
  staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : Infinity),
  retry: true,
  retryDelay: (failures) => Math.min(1_000 * 2 ** failures, retryMaxMs),
})

/**
 * The stored configuration until the server sends a new one; undefined before the first response ever. Retries until the server answers.
 */
export function useConfiguration(): Configuration | undefined {
  return useQuery(configurationQuery).data
}

/** The address of the maker's support: a page or a `mailto:`. Null if there is none: then no text may name support. */
export function useContact(): string | null {
  return useConfiguration()?.brand.contactUrl ?? null
}
