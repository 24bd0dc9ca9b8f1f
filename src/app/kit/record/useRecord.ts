import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CallOptions, Named } from '../../api/createApi.ts'
import { queryOf } from '../../api/queryOf.ts'

export type GetRecord<Shown> = ((request: { params: { id: number } } & CallOptions) => Promise<Shown>) & Named

/** Long enough for a link that is pressed after the pointer rested on it; a form must not begin with what was true a minute ago. */
const recordFreshMs = 5_000

/** One record as its show and edit screens read it. */
export function recordQuery<Shown>(get: GetRecord<Shown>, id: number) {
  const request = { params: { id } }
  // Without the signal: leaving the screen before must not abort what the next one waits for.
  return queryOptions({ ...queryOf(get, request), queryFn: () => get(request), staleTime: recordFreshMs })
}

export function useRecord<Shown>(get: GetRecord<Shown>, id: number) {
  return useQuery(recordQuery(get, id))
}

/** The id in the address of a record's screen; the route has checked it. */
export function useRecordId(): number {
  return Number(useParams({ strict: false, select: ({ id }) => id }))
}
