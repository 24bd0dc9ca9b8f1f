import { useQuery } from '@tanstack/react-query'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { useUpdateFlow } from '../flow/appUpdateFlow.ts'
import { type Check, evaluateChecks } from './checks.ts'
import { gatherFacts } from './gatherFacts.ts'

type Checks = {
  /** null until the first are done. */
  readonly checks: readonly Check[] | null
  readonly isChecking: boolean
  readonly checkAgain: () => void
}

/** The checks of the connected detector while nothing runs in any tab. Looked at again when the page comes back in front. */
export function useChecks({ serialNumber, productTypeId }: UserProduct, hasFirmware: boolean): Checks {
  const { step } = useUpdateFlow()
  const isElsewhere = useUpdateElsewhere() !== null
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['checks', serialNumber, productTypeId, hasFirmware],
    queryFn: async () => evaluateChecks(await gatherFacts({ serialNumber, productTypeId, hasFirmware, isFileGood: null })),
    enabled: step === 'idle' && !isElsewhere,
    // Nothing of it is asked of the server, and yesterday's answer is worth nothing.
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  return { checks: data ?? null, isChecking: isFetching, checkAgain: () => void refetch() }
}
