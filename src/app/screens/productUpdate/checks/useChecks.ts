import { useQuery } from '@tanstack/react-query'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { useUpdateFlow } from '../flow/appUpdateFlow.ts'
import { type Check, judgeChecks } from './checks.ts'
import { gatherFacts } from './gatherFacts.ts'

/** The checks of the connected detector while nothing runs; null until the first are done. Looked at again when the page comes back in front. */
export function useChecks({ serialNumber, productTypeId }: UserProduct): { checks: readonly Check[] | null; checkAgain: () => void } {
  const { step } = useUpdateFlow()
  const { data, refetch } = useQuery({
    queryKey: ['checks', serialNumber, productTypeId],
    queryFn: async () => judgeChecks(await gatherFacts({ serialNumber, productTypeId, isFileGood: null })),
    enabled: step === 'idle',
    // Nothing of it is asked of the server, and yesterday's answer is worth nothing.
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  return { checks: data ?? null, checkAgain: () => void refetch() }
}
