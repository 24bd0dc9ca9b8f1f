import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'

/** The firmware on a detector: its version, none, or unknown. */
export function InstalledFirmware({ known }: { known: KnownFirmware | null }) {
  switch (known?.state) {
    case 'installed':
      return <span className="font-medium">{known.versionName}</span>
    case 'none':
      return (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <Trans>No firmware: the update was interrupted</Trans>
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
