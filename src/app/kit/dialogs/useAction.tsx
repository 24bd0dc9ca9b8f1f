import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useChangeErrorText } from '../failures/useChangeErrorText.ts'
import { useRefusalToast } from '../failures/useRefusalToast.ts'
import { type Question, useConfirm } from './useConfirm.tsx'

export type Action<V> = {
  /** Asked first, if there is one. */
  asks?: Question | ((value: V) => Question | undefined) | undefined
  /** Makes the call, and resolves to what a toast then says. */
  send: (value: V) => Promise<string | void>
  /** What is loaded anew then, or nothing: null. Without it everything is. Also after a refusal: somebody else may have been quicker. */
  refetch?: QueryKey | null | undefined
}

/** A button's one call without a form, as a declaration. A toast says why it was refused. Render `question` somewhere. */
export function useAction<V = void>({ asks, send, refetch }: Action<V>) {
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: send,
    onSuccess: (done) => void (done && toast.success(done)),
    onError: useRefusalToast(useChangeErrorText()),
    onSettled: () => (refetch === null ? undefined : queryClient.invalidateQueries({ queryKey: refetch ?? [] })),
  })
  async function run(value: V): Promise<void> {
    const asked = typeof asks === 'function' ? asks(value) : asks
    if (asked === undefined || (await ask(asked))) mutate(value)
  }
  return { run: (value: V) => void run(value), isBusy: isPending, busyWith: isPending ? variables : undefined, question }
}
