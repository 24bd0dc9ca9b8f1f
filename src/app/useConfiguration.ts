import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** What this installation says of itself; the same as long as the page is open. */
export function useConfiguration() {
  return useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => api.configuration.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}
