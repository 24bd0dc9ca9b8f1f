import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'

/** The maker's site with animations; empty if there is none, and until it is known: the tutorial then shows our own drawings. */
export function useSiteUrl(): string {
  const site = useQuery({ ...queryOf(api.file.getSiteUrl), staleTime: Number.POSITIVE_INFINITY })
  return site.data?.siteUrl ?? ''
}
