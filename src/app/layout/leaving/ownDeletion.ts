/** Asking for the deletion of one's own account, and keeping it: from the banner of every screen, and from the profile. */
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Leaving } from '../../../contract/leaving.ts'
import { api } from '../../api/api.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { ownProfile } from '../../session/ownProfile.ts'

export function useKeepAccount() {
  const { t } = useLingui()
  const errorText = useErrorText()
  return useDeletionCall(() => api.leaving.cancelDeletion(), {
    onSuccess: () => void toast.success(t`Your account stays`),
    onError: (error) => void toast.error(errorText(error)),
  })
}

/** Its failure is for the screen to show. */
export function useRequestDeletion() {
  return useDeletionCall(() => api.leaving.requestDeletion(), {})
}

type Outcome = { readonly onSuccess?: () => void; readonly onError?: (error: unknown) => void }

function useDeletionCall(send: () => Promise<Leaving>, outcome: Outcome) {
  const queryClient = useQueryClient()
  const queryKeys = [ownProfile.queryKey, api.leaving.getOwn.queryKey]
  return useMutation({
    ...outcome,
    mutationFn: send,
    meta: { showsItsErrors: true },
    onSettled: () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
