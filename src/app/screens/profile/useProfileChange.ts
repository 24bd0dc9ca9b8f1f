import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import type { Profile } from '../../../contract/user.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { ownProfile } from '../../session/ownProfile.ts'

/** A call about a pending change of the profile. Shows the returned profile, or the error in a toast. */
export function useProfileChange(send: () => Promise<Profile>, onDone?: () => void) {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => send(),
    meta: { showsItsErrors: true },
    onSuccess(profile) {
      queryClient.setQueryData(ownProfile.queryKey, profile)
      onDone?.()
    },
    onError(error) {
      toast.error(errorText(error), { duration: toastErrorMs })
      // The pending change may be gone: reload the profile.
      void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
    },
  })
}
