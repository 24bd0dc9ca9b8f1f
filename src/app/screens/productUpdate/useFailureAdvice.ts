import { useLingui } from '@lingui/react/macro'
import type { FailedUpdate } from '../../updateJournal.ts'

export type FailureAdvice = {
  /** What it means for the detector. */
  readonly state: string
  /** What to do now. */
  readonly remedy: string
}

/** Phases before which nothing on the detector has changed (device protocol, rule 5). */
const harmless: ReadonlySet<FailedUpdate['during']> = new Set(['download', 'record', 'loading'])

export function useFailureAdvice({ cause, during }: FailedUpdate): FailureAdvice {
  const { t } = useLingui()
  const state = harmless.has(during)
    ? t`Nothing was changed on your detector.`
    : t`Your detector is safe: until an update is complete it stays in update mode, and the update can be started again as often as needed.`
  return { state, remedy: remedyOf() }

  function remedyOf(): string {
    switch (cause) {
      case 'device.disconnected.error':
        return t`Plug the cable in firmly, connect the detector again and press Update.`
      case 'device.no.reply.error':
      case 'device.bad.checksum.error':
      case 'device.wrong.offset.error':
        return t`Try another cable or USB port, without a hub, then connect the detector again and press Update.`
      case 'device.in.use.error':
        return t`Close the other tab or program, then press Update again.`
      case 'device.bad.status.error':
      case 'device.stalled.error':
      case 'device.unknown.message.error':
        return t`Unplug the detector, plug it in again and start the update once more. If the same step fails again, contact our support.`
      case 'update.interrupted.error':
        return t`Connect the detector and press Update: it starts again from the beginning.`
      case 'network.offline.error':
        return t`Check the internet connection of this computer, then press Update again.`
      case 'image.too.short.error':
        return t`Choose another version, and tell our support about this one.`
      default:
        return t`Press Update to try again. If it keeps happening, contact our support.`
    }
  }
}
