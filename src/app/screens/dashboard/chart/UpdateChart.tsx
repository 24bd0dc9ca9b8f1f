/** The chart itself. Loaded lazily, because uPlot is the largest part of the dashboard. */
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { UpdateResult } from '../../../../contract/dashboard.ts'
import type { ValueAxis } from '../../../kit/chart/chartLine.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import type { UpdateLine } from './chartLines.ts'
import { dayTicks } from './dayTicks.ts'

type UpdateChartProps = {
  days: readonly string[]
  /** The days in words. */
  names: readonly string[]
  /** The last day is today. */
  isLastUnfinished: boolean
  lines: readonly UpdateLine[]
  /** Switched off in the legend. */
  hidden: ReadonlySet<UpdateResult>
}

const weekDays = 7
/** The scale of a chart without any update. */
const scaleMin = 4

export function UpdateChart({ days, names, isLastUnfinished, lines, hidden }: UpdateChartProps) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const shown = useMemo(() => {
    const shownLines = lines.filter(({ name }) => !hidden.has(name))
    const most = Math.max(0, ...shownLines.flatMap(({ values }) => values))
    const axis: ValueAxis = { range: [0, most < scaleMin ? scaleMin : most * 1.05], format: (number) => i18n.number(number) }
    return { lines: shownLines, axis }
  }, [lines, hidden, i18n])
  const places = useMemo(
    () => ({
      namesOf(most: number) {
        const { at, format } = dayTicks(days, most, locale)
        return at.map((place) => ({ place, name: format(days[place] ?? '') }))
      },
    }),
    [days, locale],
  )
  return (
    <LineChart
      title={t`Product updates by day`}
      titles={names}
      isLastUnfinished={isLastUnfinished}
      {...places}
      {...shown}
      pageLength={weekDays}
    />
  )
}
