import { useLingui } from '@lingui/react/macro'
import type { LinkEnd } from '../../../../device/recorder/recording.ts'
import type { UpdateFailure } from '../../../../device/update/updateState.ts'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'

/** How a recorded call ended, as text. */
export function useEndText(): (end: LinkEnd | undefined) => string {
  const { t, i18n } = useLingui()
  const errorText = useErrorText()
  const phases: Readonly<Record<UpdateFailure['during'], string>> = {
    loading: t`Loading`,
    erasing: t`Erasing`,
    programming: t`Programming`,
    completing: t`Completing`,
  }

  return (end) => {
    if (end === undefined) return t`Nothing was completed.`
    if (end.call !== 'update') {
      if (end.cause === null) return t`The detector was connected, and nothing was installed.`
      if (end.call === 'probe') return t`The connection check failed. ${errorText(new AppError(end.cause))}`
      return t`The detector could not be connected. ${errorText(new AppError(end.cause))}`
    }
    const { outcome } = end
    if (outcome.phase === 'succeeded') return t`The update succeeded.`
    const sentBytes = i18n.number(outcome.sentBytes)
    const totalBytes = i18n.number(outcome.totalBytes)
    return t`The update failed during the “${phases[outcome.during]}” phase, with ${sentBytes} of ${totalBytes} bytes confirmed. ${errorText(new AppError(outcome.cause))}`
  }
}
