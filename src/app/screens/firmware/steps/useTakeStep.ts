import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ObstacleKind } from '../../../../contract/release.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { api } from '../../../api/api.ts'
import type { ShownStep } from './shownSteps.ts'
import { useMomentText } from './useMomentText.ts'

type Sent = {
  readonly from: ReleaseState
  readonly fingerprint: string
  readonly confirmed: ObstacleKind[]
  readonly betaGroupIds: number[]
  readonly typedVersion?: string
  readonly proofReason?: string
  /** When it is taken; without it now. */
  readonly at?: string
}
type TakeStepOptions = { id: number; step: ShownStep; done: string; onClose: () => void }

/** Takes a step of a release, or has it taken later, then says so. After a refusal the facts are loaded again: somebody else may have changed them. */
export function useTakeStep({ id, step, done, onClose }: TakeStepOptions) {
  const { t } = useLingui()
  const momentText = useMomentText()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ at, ...sent }: Sent) => {
      const body = { step, ...sent }
      return at === undefined
        ? api.release.takeStep({ params: { id }, body })
        : api.release.schedule({ params: { id }, body: { ...body, at } })
    },
    meta: { showsItsErrors: true },
    onSuccess(_, { at }) {
      toast.success(at === undefined ? done : t`Set for ${momentText(at)}`)
      onClose()
      // Everything: products name their latest firmware, groups their firmwares, the dashboard both.
      void queryClient.invalidateQueries()
    },
    onError: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [entity] }) => entity === 'release' || entity === 'firmware' }),
  })
}
