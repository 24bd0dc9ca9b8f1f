import { Trans } from '@lingui/react/macro'
import { Fold } from '../../../kit/text/Fold.tsx'
import { MarkdownText } from '../../../kit/text/MarkdownText.tsx'

/** A firmware's change log, as its maker wrote it. */
export function ChangeFold({ changeLog, versionName }: { changeLog: string | null; versionName: string }) {
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
