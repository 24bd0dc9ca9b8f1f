import { Trans } from '@lingui/react/macro'
import { isHeard } from '../../../../contract/openUpdate.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import type { Detector } from './groupOwned.ts'

/** The firmware on a detector, as its owner's page shows it, and what it would be offered. */
export function FirmwareState({ detector: { firmwareState, versionName, availableVersion, openUpdate } }: { detector: Detector }) {
  const percentText = usePercentText()
  if (openUpdate !== null) {
    const time = formatDateTime(openUpdate.heardAt)
    const percent = percentText(openUpdate.percent ?? 0)
    return isHeard(openUpdate, 0) ? (
      <Trans>
        Updating to {versionName}: {percent} on {time}
      </Trans>
    ) : openUpdate.hasErased ? (
      <Trans>
        Erased, and silent since {time}: an update to {versionName} was running
      </Trans>
    ) : (
      <Trans>
        An update to {versionName} was running on {time}
      </Trans>
    )
  }
  switch (firmwareState) {
    case 'installed':
      return availableVersion === null ? (
        <Trans>Firmware {versionName}</Trans>
      ) : (
        <Trans>
          Firmware {versionName}, <strong className="font-medium text-primary">{availableVersion} available</strong>
        </Trans>
      )
    case 'none':
      return (
        <span className="font-medium text-warning">
          <Trans>No firmware: the update to {versionName} was interrupted</Trans>
        </span>
      )
    case 'unknown':
      return availableVersion === null ? (
        <Trans>Firmware unknown</Trans>
      ) : (
        <Trans>
          Firmware unknown, <strong className="font-medium text-primary">{availableVersion} available</strong>
        </Trans>
      )
  }
}
