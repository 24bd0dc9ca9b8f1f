/** How far a withdrawn release has left the detectors. */
import { Trans } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { RecallBars } from './RecallBars.tsx'
import { RecallTable } from './RecallTable.tsx'
import { mostOf, useRecallText } from './useRecallText.ts'

export function RecallFacts({ recall }: { recall: ShownRelease['recall'] }) {
  const text = useRecallText()
  if (recall === null) return null
  const told = text.told(recall)
  // One day is no course.
  const hasCourse = recall.days.length > 1 && mostOf(recall.days) > 0
  return (
    <section className="flex flex-col gap-3">
      <p className="text-sm text-pretty">
        <span className="font-medium tabular-nums">{text.left(recall)}</span>
        {told !== null && <span className="text-muted-foreground tabular-nums"> {told}</span>}
      </p>
      {hasCourse && (
        <div className="flex flex-col gap-1">
          <RecallBars days={recall.days} />
          <Fold summary={<Trans>Day by day</Trans>}>
            <RecallTable days={recall.days} />
          </Fold>
        </div>
      )}
    </section>
  )
}
