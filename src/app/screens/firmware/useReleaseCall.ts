import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useChangeErrorText } from '../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'

/** A change of a release without a form. `done`: what is said then. Everything is loaded anew, also after a refusal: somebody else may have been quicker. */
export function useReleaseCall(call: () => Promise<unknown>, done: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => void (done !== null && toast.success(done)),
    onError: useRefusalToast(useChangeErrorText()),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
