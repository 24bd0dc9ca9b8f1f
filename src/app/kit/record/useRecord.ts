import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CallOptions, Named } from '../../api/createApi.ts'
import { queryOf } from '../../api/queryOf.ts'

export type GetRecord<Shown> = ((request: { params: { id: number } } & CallOptions) => Promise<Shown>) & Named

/** Long enough to reuse what hovering over a link has loaded; short enough that a form does not start from outdated values. */
const recordFreshMs = 5_000

/** One record, as its show and edit screens load it. */
export function recordQuery<Shown>(get: GetRecord<Shown>, id: number) {
  const request = { params: { id } }
  // Without the signal: unmounting the previous screen must not abort a request that the next one waits for.
  return queryOptions({ ...queryOf(get, request), queryFn: () => get(request), staleTime: recordFreshMs })
}

export function useRecord<Shown>(get: GetRecord<Shown>, id: number) {
  return useQuery(recordQuery(get, id))
}

/** The id in the address of a record's screen, which the route has validated. */
export function useRecordId(): number {
  return Number(useParams({ strict: false, select: ({ id }) => id }))
}
