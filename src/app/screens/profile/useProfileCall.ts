import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../contract/user.ts'
import { ownProfile } from '../../session/ownProfile.ts'

/** Makes a call that answers with the changed profile, and resolves to what a toast then says. */
export function useProfileCall(): (call: () => Promise<Profile>, done?: string) => Promise<string | undefined> {
  const queryClient = useQueryClient()
  return async (call, done) => {
    queryClient.setQueryData(ownProfile.queryKey, await call())
    return done
  }
}
