import { i18n } from '@lingui/core'
import { toast } from 'sonner'
import { toastErrorMs } from '../../contract/rules.ts'
import { asAppError } from '../../errors.ts'
import { errorMessages } from '../errorMessages.ts'

/** A 500 anywhere shows a toast (section 8); one at a time, however many calls failed. What has its own place on the screen shows nothing here. */
export function toastServerFailure(error: unknown): void {
  const { code } = asAppError(error)
  if (code === 'internal.server.error') toast.error(i18n._(errorMessages[code]), { id: code, duration: toastErrorMs })
}
