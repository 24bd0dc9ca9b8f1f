import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import type { Recall } from './useRecallText.ts'

/** The same days in numbers, the newest first. */
export function RecallTable({ days }: { days: Recall['days'] }) {
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
