import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '../../../../errors.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'

/**
 * Wraps a dialog's call. On a 404 or 401, closes the dialog, refreshes its list and returns null (the specification, section 8). Throws other
 * errors, for the form to show.
 */
export function useClosingWhenLost(onClose: () => void, listKey: QueryKey): <T>(call: () => Promise<T>) => Promise<T | null> {
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  return async (call) => {
    try {
      return await call()
    } catch (error) {
      const { status } = asAppError(error)
      if (status !== 404 && status !== 401) throw error
      onClose()
      toastRefusal(error)
      void queryClient.invalidateQueries({ queryKey: listKey })
      return null
    }
  }
}
