import { toast } from 'sonner'
import { toastErrorMs, toastSuccessMs } from '../../../../contract/rules.ts'
import { asAppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/form/useErrorText.ts'

/** Shows why an action was refused, for 2 seconds (the specification, section 8). A 500 has its own toast (queryClient.ts). */
export function useRefusalToast(): (error: unknown) => void {
  const errorText = useErrorText()
  return (error) => {
    const { code, status } = asAppError(error)
    if (code === 'internal.server.error') return
    toast.error(errorText(error), { id: code, duration: status === 404 ? toastSuccessMs : toastErrorMs })
  }
}
