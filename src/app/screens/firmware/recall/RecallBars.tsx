import { Trans } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { type Recall, mostOf } from './useRecallText.ts'

/** The course at a glance. Screen readers have the table. */
export function RecallBars({ days }: { days: Recall['days'] }) {
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
        <span>
          <Trans>Today</Trans>
        </span>
      </div>
    </div>
  )
}
