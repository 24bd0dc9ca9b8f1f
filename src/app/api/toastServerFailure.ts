import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { toastErrorMs } from '../../contract/rules.ts'
import { asAppError } from '../../errors.ts'
import { errorMessages } from './errorMessages.ts'

/** Shows one toast for a 500, with the id of the latest failed request (the specification, section 8). Screens show other errors in place. */
export async function toastServerFailure(error: unknown): Promise<void> {
  const failure = asAppError(error)
  const { code } = failure
  if (code !== 'internal.server.error') return
  // Imported here because the sign-in screen does not load it.
  const { toast } = await import('sonner')
  toast.error(i18n._(errorMessages[code]), {
    id: code,
    duration: toastErrorMs,
    // By it support finds the line in the server's log.
    ...(failure.requestId !== undefined && { description: t`Request ${failure.requestId}` }),
  })
}
