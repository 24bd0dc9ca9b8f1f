import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import type { Recall } from './useRecallText.ts'

/** The same days in numbers, the newest first. */
export function RecallTable({ days }: { days: Recall['days'] }) {
  const { t, i18n } = useLingui()
  const title = t`Detectors that still have it, day by day (UTC)`
  return (
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
      tabIndex={0}
      className="max-h-64 max-w-sm overflow-auto rounded-md border"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-card text-xs text-muted-foreground">
          <tr className="border-b">
            <th scope="col" className={`${cell} text-left font-medium`}>
              <Trans>Day</Trans>
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              <Trans>Detectors</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, left }) => (
            <tr key={day} className="border-b border-border/60 last:border-0">
              <th scope="row" className={`${cell} text-left font-normal tabular-nums`}>
                {formatDay(day)}
              </th>
              <td className={`${cell} text-right tabular-nums`}>{i18n.number(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cell = 'px-3 py-1.5'
