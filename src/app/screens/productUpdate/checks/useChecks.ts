import { useQuery } from '@tanstack/react-query'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { useUpdateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { type Check, evaluateChecks } from '../../../update/checks/checks.ts'
import { gatherFacts } from '../../../update/checks/gatherFacts.ts'

type Checks = {
  /** Null until the first run has finished. */
  readonly checks: readonly Check[] | null
  readonly isChecking: boolean
  readonly checkAgain: () => void
}

/** Runs the checks for the connected detector while no tab is updating, and again when the page becomes visible. */
export function useChecks({ serialNumber, productTypeId }: UserProduct, hasFirmware: boolean): Checks {
  const { step } = useUpdateFlow()
  const isElsewhere = useUpdateElsewhere() !== null
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['checks', serialNumber, productTypeId, hasFirmware],
    queryFn: async () => evaluateChecks(await gatherFacts({ serialNumber, productTypeId, hasFirmware, isFileGood: null })),
    enabled: step === 'idle' && !isElsewhere,
    // The checks need no server, and an old result is worthless.
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  return { checks: data ?? null, isChecking: isFetching, checkAgain: () => void refetch() }
}
