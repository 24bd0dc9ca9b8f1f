/** How far a withdrawn release has left the detectors. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { mostOf, type Recall, useRecallText } from './useRecallText.ts'

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
        {told !== null && <span className="text-muted-foreground tabular-nums">{` ${told}`}</span>}
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

/** The same days in numbers, the newest first. */
function RecallTable({ days }: { days: Recall['days'] }) {
  const { t, i18n } = useLingui()
  return (
    <ChartTable
      title={t`Detectors that still have it, day by day (UTC)`}
      columns={[<Trans key="day">Day</Trans>, <Trans key="detectors">Detectors</Trans>]}
      rows={days.toReversed().map(({ day, left }) => ({ key: day, name: formatDay(day), values: [i18n.number(left)] }))}
      className="max-h-64! max-w-sm"
    />
  )
}

/** The course at a glance. Screen readers have the table. */
function RecallBars({ days }: { days: Recall['days'] }) {
  const most = mostOf(days)
  return (
    <div aria-hidden className="w-fit min-w-48 max-w-full text-xs text-muted-foreground tabular-nums">
      <div className="flex h-14 items-end gap-px border-b">
        {days.map(({ day, left }) => (
          <span
            key={day}
            className="min-w-0 shrink grow basis-4 rounded-t-xs bg-primary/60 last:bg-primary"
            style={{ height: `${(left / most) * 100}%` }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between gap-4">
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <Trans>Today</Trans>
      </div>
    </div>
  )
}
