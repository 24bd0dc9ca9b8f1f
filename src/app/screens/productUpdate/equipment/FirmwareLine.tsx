import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { AvailableUpdate } from '../../../../contract/userProduct.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import { InstalledFirmware } from '../detector/InstalledFirmware.tsx'

type FirmwareLineProps = { known: KnownFirmware; available: AvailableUpdate | null }

/** "Firmware 5.2 → 5.5 available", and what only a connected detector shows: whether battery and coil are enough for it. */
export function FirmwareLine({ known, available }: FirmwareLineProps) {
  const needs = useNeedsText()
  const versionName = available?.versionName
  const hasVersion = known.state === 'installed' || known.state === 'unknown'
  return (
    <div className="flex flex-col">
      <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
        {hasVersion && (
          <span className="text-muted-foreground">
            <Trans>Firmware</Trans>
          </span>
        )}
        <InstalledFirmware known={known} />
        {available !== null && (
          <>
            <ArrowRight aria-hidden className="size-4 text-muted-foreground" />
            <strong className="font-medium text-primary">
              <Trans>{versionName} available</Trans>
            </strong>
          </>
        )}
      </p>
      {available !== null && needs(available) !== null && <p className="text-xs text-muted-foreground">{needs(available)}</p>}
    </div>
  )
}

/** Null where it needs nothing. */
function useNeedsText(): (available: AvailableUpdate) => string | null {
  const { t } = useLingui()
  const percentText = usePercentText()
  return ({ minimumBatteryPercent, needsCoil }) => {
    if (minimumBatteryPercent === null) return needsCoil ? t`Needs a connected coil` : null
    const percent = percentText(minimumBatteryPercent)
    return needsCoil ? t`Needs a battery at ${percent} or more, and a connected coil` : t`Needs a battery at ${percent} or more`
  }
}
