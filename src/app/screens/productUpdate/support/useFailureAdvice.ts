import { useLingui } from '@lingui/react/macro'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { useLearnedAdvice } from './useLearnedAdvice.ts'

type FailureAdvice = {
  /** What the failure means for the detector. */
  readonly state: string
  /** What to do now; something else each time the same failure happens again. */
  readonly remedy: string
}

export function useFailureAdvice(failure: FailedUpdate, timesInRow: number): FailureAdvice {
  const { cause, errorType, firmwareAfter, percent } = failure
  const { t } = useLingui()
  const percentText = usePercentText()
  const { text } = useLearnedAdvice({ cause, timesInRow, hasReport: errorType !== null })
  return { state: stateOf(), remedy: text ?? remedyOf() }

  function stateOf(): string {
    switch (firmwareAfter) {
      case 'unchanged':
        return cause === 'device.busy.error' ? t`This page has changed nothing on your detector.` : t`Nothing was changed on your detector.`
      case 'none':
        return percent === null
          ? t`Your detector has no firmware until the update is finished. It is safe: the update can be started again as often as needed.`
          : t`The update stopped at ${percentText(percent)}. Your detector has no firmware until it is finished. It is safe: the update can be started again as often as needed.`
      case 'unknown':
        return t`We cannot tell which firmware is on your detector now. Installing it again is safe.`
    }
  }

  function remedyOf(): string {
    switch (cause) {
      case 'device.disconnected.error':
      case 'device.no.reply.error':
      case 'device.bad.checksum.error':
      case 'device.wrong.offset.error':
        return t`Plug the cable in firmly and connect the detector again.`
      case 'device.handle.lost.error':
      case 'device.jumped.error':
        return t`Reconnect the detector, then start the update again.`
      case 'device.busy.error':
        return t`Wait until that one has finished, then start the update again.`
      case 'device.in.use.error':
        return t`Close the other program, then start the update again.`
      case 'device.updating.error':
        return t`Wait until the other tab has finished, then start the update again.`
      case 'device.bad.status.error':
      case 'device.stalled.error':
      case 'device.unknown.message.error':
        return t`Unplug the detector, plug it back in and start the update again.`
      case 'device.changed.error':
        return t`Disconnect it, then connect the one you want to update.`
      case 'device.added.error':
        return t`Unplug the other detector, then start the update again.`
      case 'update.interrupted.error':
        return t`Connect the detector and start the update again: it starts over from the beginning.`
      case 'network.offline.error':
        return t`Check the internet connection of this computer, then start the update again.`
      case 'release.not.offered.error':
        return t`The page now shows the versions that are offered for your detector.`
      case 'image.too.short.error':
        return t`Choose another version.`
      default:
        return t`Start the update again.`
    }
  }
}
