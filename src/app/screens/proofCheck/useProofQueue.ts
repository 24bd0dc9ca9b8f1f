import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import { type ProofRefusal, toastLongMs } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'
import { isDialogOpen } from '../../kit/keys/singleKeys.ts'

/** Well within the time for which the server keeps them for this person. */
const renewMs = 60_000
/** Nobody reads one document for longer without touching anything. */
const awayMs = 5 * 60_000

const queueKey = api.proofCheck.take.queryKey

type Decision = { readonly proof: WaitingProof; readonly refusal?: { readonly reason: ProofRefusal; readonly words: string } }
type Taken = Awaited<ReturnType<typeof api.proofCheck.take>>

const isSame = (one: WaitingProof, other: WaitingProof) => one.id === other.id && one.submittedAt === other.submittedAt

/**
 * The proofs that are this person's to check, and what they can do with the one that is shown. It stays until they have decided on it, whatever
 * the list says meanwhile: nobody decides on what has taken its place a moment ago. `isGone`: it was replaced, or is another's by now.
 */
export function useProofQueue() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  // A page that somebody has left open keeps nothing from the others. With the first input the list is read again: it says what is another's by now.
  const enabled = !useIsAway(awayMs)
  // The oldest again when the page comes back: what it held then may be another's by now.
  const queue = useQuery({
    queryKey: queueKey,
    queryFn: () => api.proofCheck.take(),
    enabled,
    refetchInterval: renewMs,
    staleTime: 0,
    gcTime: 0,
  })
  const reload = () => queryClient.invalidateQueries({ queryKey: queueKey })
  const proofs = queue.data?.proofs
  const [held, hold] = useState<WaitingProof>()
  const shown = held ?? proofs?.[0]
  if (held === undefined && shown !== undefined) hold(shown)
  const isGone = shown !== undefined && proofs !== undefined && !proofs.some((one) => isSame(one, shown))
  const showNext = () => hold(undefined)

  const reopening = useMutation({
    mutationFn: (id: number) => api.proofCheck.reopen({ params: { id } }),
    onError: toastRefusal,
    async onSettled() {
      await reload()
      if (!isDialogOpen()) showNext()
    },
  })

  const deciding = useMutation({
    mutationFn: ({ proof: { id, submittedAt }, refusal }: Decision) =>
      api.proofCheck.decide({
        params: { id },
        body: refusal === undefined ? { decision: 'approved', submittedAt } : { decision: 'refused', submittedAt, ...refusal },
      }),
    onSuccess(_, { proof: { id, owner }, refusal }) {
      showNext()
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
    // The dialog of a refusal says it itself.
    onError(error, { refusal }) {
      if (refusal === undefined) toastRefusal(error)
    },
    onSettled: reload,
  })

  return { queue, shown, isGone, showNext, decide: deciding.mutateAsync, isBusy: deciding.isPending }
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'focus'] as const
const listening = { capture: true, passive: true }

/** Whether nobody has touched mouse, keyboard or screen for so long: the page may be open on the desk of somebody who has left. */
function useIsAway(afterMs: number): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function noteInput(): void {
      clearTimeout(timer)
      timer = setTimeout(() => setAway(true), afterMs)
      setAway(false)
    }
    noteInput()
    for (const input of inputs) addEventListener(input, noteInput, listening)
    return () => {
      clearTimeout(timer)
      for (const input of inputs) removeEventListener(input, noteInput, listening)
    }
  }, [afterMs])
  return isAway
}
