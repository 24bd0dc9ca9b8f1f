import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import { type ProofRefusal, toastLongMs } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'

/** Well within the time for which the server keeps them for this person. */
const renewMs = 60_000

const queueKey = api.proofCheck.take.queryKey

type Decision = { readonly proof: WaitingProof; readonly refusal?: { readonly reason: ProofRefusal; readonly words: string } }
type Taken = Awaited<ReturnType<typeof api.proofCheck.take>>

/** The proofs that are this person's to check, and what they can do with the first of them. */
export function useProofQueue() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  // The oldest again when the page comes back: what it held then may be another's by now.
  const queue = useQuery({ queryKey: queueKey, queryFn: () => api.proofCheck.take(), refetchInterval: renewMs, staleTime: 0, gcTime: 0 })
  const reload = () => queryClient.invalidateQueries({ queryKey: queueKey })

  const reopening = useMutation({
    mutationFn: (id: number) => api.proofCheck.reopen({ params: { id } }),
    onError: toastRefusal,
    onSettled: reload,
  })

  const deciding = useMutation({
    mutationFn: ({ proof: { id, submittedAt }, refusal }: Decision) =>
      api.proofCheck.decide({
        params: { id },
        body: refusal === undefined ? { decision: 'approved', submittedAt } : { decision: 'refused', submittedAt, ...refusal },
      }),
    onSuccess(_, { proof: { id, owner }, refusal }) {
      // The next one is there already.
      queryClient.setQueryData<Taken>(
        queueKey,
        (taken) => taken && { waiting: taken.waiting - 1, proofs: taken.proofs.filter((one) => one.id !== id) },
      )
      const name = owner.tostring
      toast.success(refusal === undefined ? t`Proof of ${name} approved` : t`Proof of ${name} refused`, {
        duration: toastLongMs,
        action: { label: t`Undo`, onClick: () => reopening.mutate(id) },
      })
    },
    onError: toastRefusal,
    onSettled: reload,
  })

  return { queue, decide: deciding.mutateAsync, isBusy: deciding.isPending }
}
