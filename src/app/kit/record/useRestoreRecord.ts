import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useChangeErrorText } from '../failures/useChangeErrorText.ts'
import { useRefusalToast } from '../failures/useRefusalToast.ts'

/** Restores a deleted record by its entity's call. */
export function useRestoreRecord(): (call: () => Promise<unknown>) => void {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const onError = useRefusalToast(useChangeErrorText())
  const restoring = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => void toast.success(t`Restored`),
    onError,
    // Everything: any screen may name this record.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return restoring.mutate
}
