import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ObstacleKind } from '../../../../contract/release.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { api } from '../../../api/api.ts'
import type { ShownStep } from './shownSteps.ts'

type Sent = {
  readonly from: ReleaseState
  readonly fingerprint: string
  readonly confirmed: ObstacleKind[]
  readonly betaGroupIds: number[]
  readonly typedVersion?: string
  readonly proofReason?: string
}
type TakeStepOptions = { id: number; step: ShownStep; done: string; onClose: () => void }

/** Takes a step of a release, then says so. After a refusal the facts are loaded again: somebody else may have changed them. */
export function useTakeStep({ id, step, done, onClose }: TakeStepOptions) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sent: Sent) => api.release.takeStep({ params: { id }, body: { step, ...sent } }),
    meta: { showsItsErrors: true },
    onSuccess() {
      toast.success(done)
      onClose()
      // Everything: products name their latest firmware, groups their firmwares, the dashboard both.
      void queryClient.invalidateQueries()
    },
    onError: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [entity] }) => entity === 'release' || entity === 'firmware' }),
  })
}
