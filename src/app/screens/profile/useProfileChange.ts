import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../contract/user.ts'
import { useAction } from '../../kit/dialogs/useAction.tsx'
import { ownProfile } from '../../session/ownProfile.ts'

/** A call about a pending change of the profile, which may be gone: the profile is loaded anew. `done`: what is said then. */
export function useProfileChange(call: () => Promise<Profile>, done?: string) {
  const queryClient = useQueryClient()
  return useAction({
    async send() {
      queryClient.setQueryData(ownProfile.queryKey, await call())
      return done
    },
    refetch: ownProfile.queryKey,
  })
}
