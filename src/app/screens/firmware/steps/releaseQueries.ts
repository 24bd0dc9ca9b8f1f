import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import type { ShownStep } from './shownSteps.ts'

export function releaseQuery(id: number) {
  return queryOf(api.release.get, { params: { id } })
}

/** Asked anew each time: a person decides by these numbers. While other groups are chosen, the last ones stay. */
export function stepQuery(id: number, step: ShownStep, betaGroupIds: number[]) {
  const query = queryOf(api.release.getStep, { params: { id, step }, query: { betaGroupIds } })
  return queryOptions({ ...query, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData })
}
