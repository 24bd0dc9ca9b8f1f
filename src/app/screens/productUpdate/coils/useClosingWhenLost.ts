import { useQueryClient } from '@tanstack/react-query'
import { asAppError } from '../../../../errors.ts'
import { accessoriesKey } from '../lists/ownQueries.ts'
import { useRefusalToast } from '../lists/useRefusalToast.ts'

/**
 * Makes a call of a modal about a coil. Where the coil is gone or the session has ended (404, 401) the modal closes, the list is loaded
 * again and the answer is null (section 8); any other failure is the form's.
 */
export function useClosingWhenLost(onClose: () => void): <T>(call: () => Promise<T>) => Promise<T | null> {
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
      void queryClient.invalidateQueries({ queryKey: accessoriesKey })
      return null
    }
  }
}
