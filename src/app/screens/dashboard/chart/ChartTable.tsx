import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { type ChartLine, sumOf } from './chartLines.ts'

/** All columns fit a phone. */
const cell = 'px-1.5 first:pl-2 last:pr-2 sm:px-4'

/** The numbers of the chart, for those who do not see it or want them exactly. */
export function ChartTable({ days, lines }: { days: readonly string[]; lines: readonly ChartLine[] }) {
  const { t, i18n } = useLingui()
  const title = t`Product updates by day`
  return (
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b text-left text-muted-foreground">
            <th scope="col" className={`${cell} py-2 font-medium`}>
              <Trans>Day</Trans>
            </th>
            {lines.map(({ name, label }) => (
              <th key={name} scope="col" className={`${cell} py-2 text-right font-medium`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day} className="border-b border-border/60">
              <th scope="row" className={`${cell} py-1.5 text-left font-normal tabular-nums`}>
                {formatDay(day)}
              </th>
              {lines.map(({ name, values }) => (
                <td key={name} className={`${cell} py-1.5 text-right`}>
                  {i18n.number(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-card font-medium">
          <tr className="border-t">
            <th scope="row" className={`${cell} py-2 text-left font-medium`}>
              <Trans>Total</Trans>
            </th>
            {lines.map(({ name, values }) => (
              <td key={name} className={`${cell} py-2 text-right`}>
                {i18n.number(sumOf(values))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
