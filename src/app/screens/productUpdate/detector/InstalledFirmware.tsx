import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'

/** The firmware on a detector: its version, none, unknown, or what is being installed. */
export function InstalledFirmware({ known }: { known: KnownFirmware | null }) {
  const percentText = usePercentText()
  switch (known?.state) {
    case 'installed':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span>{known.versionName}</span>
          {known.isRecalled === true && (
            <Badge variant="warning">
              <TriangleAlert aria-hidden />
              <Trans>withdrawn</Trans>
            </Badge>
          )}
        </span>
      )
    case 'none':
      return (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <Trans>No firmware: the update was interrupted</Trans>
        </span>
      )
    case 'updating':
      return known.percent === null ? (
        <Trans>Updating to {known.versionName}</Trans>
      ) : (
        <Trans>
          Updating to {known.versionName} ({percentText(known.percent)})
        </Trans>
      )
    case 'silent':
      return (
        <span className="text-muted-foreground">
          <Trans>
            An update to {known.versionName} was running on {formatDateTime(known.heardAt)}
          </Trans>
        </span>
      )
    default:
      return (
        <span className="text-muted-foreground">
          <Trans>Unknown</Trans>
        </span>
      )
  }
}
