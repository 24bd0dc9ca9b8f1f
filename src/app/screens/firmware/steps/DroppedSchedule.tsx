import { Trans } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { useMomentText } from './useMomentText.ts'

/** Any step, taken now or later, ends the one that waits. */
export function DroppedSchedule({ scheduled }: { scheduled: ShownRelease['scheduled'] }) {
  const momentText = useMomentText()
  if (scheduled === null || scheduled.failure !== null) return null
  return (
    <p className="text-sm text-pretty text-muted-foreground">
      <Trans>This replaces what is set for {momentText(scheduled.at)}.</Trans>
    </p>
  )
}
