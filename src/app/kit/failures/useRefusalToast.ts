import { toast } from 'sonner'
import { toastErrorMs, toastSuccessMs } from '../../../contract/rules.ts'
import { asAppError } from '../../../errors.ts'
import { useErrorText } from './useErrorText.ts'

/**
 * Shows why an action was refused, for 2 seconds (the specification, section 8); 4 if the server could not be reached or failed. `textOf` may
 * word the error for the action. A 500 has its own toast (queryClient.ts).
 */
export function useRefusalToast(textOf?: (error: unknown) => string): (error: unknown) => void {
  const errorText = useErrorText()
  return (error) => {
    const { code, status } = asAppError(error)
    if (code === 'internal.server.error') return
    const isRefused = status >= 400 && status < 500
    toast.error((textOf ?? errorText)(error), { id: code, duration: isRefused ? toastSuccessMs : toastErrorMs })
  }
}
