import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api } from '../../../api/api.ts'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'

/** Ends what a release is to do later, or the note that it was not done. Nobody is offered more by that, so nothing is asked. */
export function useUnschedule(id: number, done: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.release.unschedule({ params: { id } }),
    meta: { showsItsErrors: true },
    onSuccess: () => void (done !== null && toast.success(done)),
    onError: useRefusalToast(useChangeErrorText()),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
