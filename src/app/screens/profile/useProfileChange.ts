import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import type { Profile } from '../../../contract/user.ts'
import { useErrorText } from '../../kit/form/useErrorText.ts'
import { ownProfile } from '../../session/ownProfile.ts'

/** A call about what waits in one's profile: shows the profile that comes back, or says in a toast why there is none. */
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
      // What it was about may be gone: the profile says what waits now.
      void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
    },
  })
}
