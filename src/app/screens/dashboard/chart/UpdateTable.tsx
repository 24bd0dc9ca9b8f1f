import { Trans, useLingui } from '@lingui/react/macro'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { sumOf, type UpdateLine } from './chartLines.ts'

type UpdateTableProps = {
  days: readonly string[]
  /** The days in words. */
  names: readonly string[]
  lines: readonly UpdateLine[]
}

/** The numbers of the chart, day by day. */
export function UpdateTable({ days, names, lines }: UpdateTableProps) {
  const { t, i18n } = useLingui()
  return (
    <ChartTable
      title={t`Product updates by day`}
      columns={[<Trans key="day">Day</Trans>, ...lines.map(({ label }) => label)]}
      rows={days.map((day, place) => ({
        key: day,
        name: names[place] ?? day,
        values: lines.map(({ values }) => i18n.number(values[place] ?? 0)),
      }))}
      total={{ name: <Trans>Total</Trans>, values: lines.map(({ values }) => i18n.number(sumOf(values))) }}
    />
  )
}
