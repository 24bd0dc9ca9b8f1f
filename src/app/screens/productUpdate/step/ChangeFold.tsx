import { Trans } from '@lingui/react/macro'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { MarkdownText } from '../../../kit/text/MarkdownText.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'

/** A firmware's change log, as its maker wrote it. */
export function ChangeFold({ firmware: { changeLog, versionName } }: { firmware: OfferedFirmware }) {
  if (changeLog === null) return null
  return (
    <Fold
      summary={
        <span className="text-muted-foreground">
          <Trans>What’s new in {versionName}</Trans>
        </span>
      }
    >
      <div className="text-sm">
        <MarkdownText topHeading={4}>{changeLog}</MarkdownText>
      </div>
    </Fold>
  )
}
