import { i18n } from '@lingui/core'
import { toastErrorMs } from '../../contract/rules.ts'
import { asAppError } from '../../errors.ts'
import { errorMessages } from './errorMessages.ts'

/** Shows one toast for a 500, however many calls failed (the specification, section 8). Screens show other errors in place. */
export async function toastServerFailure(error: unknown): Promise<void> {
  const { code } = asAppError(error)
  if (code !== 'internal.server.error') return
  // Imported here because the sign-in screen does not load it.
  const { toast } = await import('sonner')
  toast.error(i18n._(errorMessages[code]), { id: code, duration: toastErrorMs })
}
