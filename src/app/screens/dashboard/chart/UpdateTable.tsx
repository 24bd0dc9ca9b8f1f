import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { sumOf, type UpdateLine } from './chartLines.ts'

/** The numbers of the chart, day by day. */
export function UpdateTable({ days, lines }: { days: readonly string[]; lines: readonly UpdateLine[] }) {
  const { t, i18n } = useLingui()
  return (
    <ChartTable
      title={t`Product updates by day`}
      columns={[<Trans key="day">Day</Trans>, ...lines.map(({ label }) => label)]}
      rows={days.map((day, place) => ({
        key: day,
        name: formatDay(day),
        values: lines.map(({ values }) => i18n.number(values[place] ?? 0)),
      }))}
      total={{ name: <Trans>Total</Trans>, values: lines.map(({ values }) => i18n.number(sumOf(values))) }}
    />
  )
}
