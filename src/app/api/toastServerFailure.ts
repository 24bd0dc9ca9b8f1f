import { i18n } from '@lingui/core'
import { toastErrorMs } from '../../contract/rules.ts'
import { asAppError } from '../../errors.ts'
import { errorMessages } from './errorMessages.ts'

/** A 500 anywhere shows one toast (section 8), however many calls failed. Other errors have their own place on the screen. */
export async function toastServerFailure(error: unknown): Promise<void> {
  const { code } = asAppError(error)
  if (code !== 'internal.server.error') return
  // Loaded with the layout, which the sign-in screen does without.
  const { toast } = await import('sonner')
  toast.error(i18n._(errorMessages[code]), { id: code, duration: toastErrorMs })
}
