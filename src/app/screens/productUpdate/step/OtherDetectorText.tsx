/** Sentences about detectors of the user's that are not connected. */
import { Trans } from '@lingui/react/macro'
import { usePercentText } from '../../../i18n/measures.ts'
import type { RecalledDetector, WaitingDetector } from '../../../update/offers/otherDetectors.ts'

type Names = Pick<WaitingDetector, 'productName' | 'serialNumberFormatted'>

/** "WS6 Master (0A 1B 2C 3D 4E)" */
export function Named({ detector: { productName, serialNumberFormatted } }: { detector: Names }) {
  return (
    <>
      <span>{`${productName} (`}</span>
      <span className="whitespace-nowrap">{serialNumberFormatted}</span>
      <span>)</span>
    </>
  )
}

/** `isLost`: it was unplugged a moment ago. */
export function WaitingText({ detector, isLost }: { detector: WaitingDetector; isLost: boolean }) {
  const percentText = usePercentText()
  const { versionName, percent } = detector
  const name = <Named detector={detector} />
  const what =
    percent === null ? (
      <Trans>
        Your {name} has no firmware: its update to {versionName} was interrupted.
      </Trans>
    ) : (
      <Trans>
        Your {name} has no firmware: its update to {versionName} stopped at {percentText(percent)}.
      </Trans>
    )
  return (
    <>
      {what}{' '}
      {isLost ? (
        <Trans>Plug it back in, then connect it.</Trans>
      ) : (
        <Trans>It is safe: plug it in and connect it to finish the update.</Trans>
      )}
    </>
  )
}

/** `isLost`: it was unplugged a moment ago. */
export function RecalledText({ detector, isLost }: { detector: RecalledDetector; isLost: boolean }) {
  const { versionName } = detector
  const name = <Named detector={detector} />
  return (
    <>
      <Trans>
        {versionName} on your {name} was withdrawn.
      </Trans>{' '}
      {isLost ? <Trans>Plug it back in, then connect it.</Trans> : <Trans>Connect the detector to replace it.</Trans>}
    </>
  )
}
