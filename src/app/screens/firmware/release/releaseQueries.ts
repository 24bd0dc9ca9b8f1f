import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import type { ShownStep } from './shownSteps.ts'

export function releaseQuery(id: number) {
  return queryOf(api.release.get, { params: { id } })
}

/** Asked anew each time: a person decides by these numbers. */
export function stepQuery(id: number, step: ShownStep) {
  return queryOptions({ ...queryOf(api.release.getStep, { params: { id, step } }), staleTime: 0, gcTime: 0 })
}
