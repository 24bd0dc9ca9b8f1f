import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { ChartData, UpdateResult } from '../../../../contract/dashboard.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { AsTable } from '../../../kit/chart/AsTable.tsx'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { LineSample } from '../../../kit/chart/LineSample.tsx'
import { Card, CardContent } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { chartLines, sumOf, type UpdateLine } from './chartLines.ts'

const loadChart = () => importWithRetry(() => import('./UpdateChart.tsx'))
const UpdateChart = lazy(async () => ({ default: (await loadChart()).UpdateChart }))

/** Fetches the chart's code beside its first numbers. */
export function preloadChart(): void {
  // Whatever fails here fails again where the chart is drawn, and is shown there.
  void loadChart().catch(() => undefined)
}

type ChartCardProps = {
  data: ChartData | undefined
  today: string
  /** Whether newer numbers are on their way. */
  isStale: boolean
}

/** The updates of each day as lines, with a legend, and as a table. */
export function ChartCard({ data, today, isStale }: ChartCardProps) {
  const { t } = useLingui()
  const [hidden, setHidden] = useState<ReadonlySet<UpdateResult>>(new Set())
  const lines = useMemo(
    () => data && chartLines(data, { success: t`Successful`, error: t`Failed`, unreported: t`Not reported` }),
    [data, t],
  )
  const names = data?.days.map((day) => {
    const name = formatDay(day)
    return day === today ? t`${name} so far` : name
  })
  function toggle(name: UpdateResult) {
    setHidden((before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]))
  }
  return (
    <Card className={cn('transition-opacity', isStale && 'opacity-60')} aria-busy={isStale || data === undefined}>
      <CardContent className="flex flex-col gap-4">
        {data === undefined || lines === undefined || names === undefined ? (
          <Waiting />
        ) : (
          <>
            <ChartLegend lines={lines} hidden={hidden} onToggle={toggle} />
            <div className="relative">
              <Suspense fallback={<Skeleton className="h-[280px]" />}>
                <UpdateChart days={data.days} names={names} isLastUnfinished={data.days.at(-1) === today} lines={lines} hidden={hidden} />
              </Suspense>
              {lines.every(({ values }) => sumOf(values) === 0) && (
                <p className="pointer-events-none absolute inset-0 grid place-items-center p-8 text-center text-sm text-muted-foreground">
                  <Trans>No update to show in this period.</Trans>
                </p>
              )}
            </div>
            <AsTable>
              <UpdateTable days={data.days} names={names} lines={lines} />
            </AsTable>
          </>
        )}
      </CardContent>
    </Card>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="h-[280px]" />
      <Skeleton className="h-8 w-36" />
    </>
  )
}

type UpdateTableProps = {
  days: readonly string[]
  /** The days in words. */
  names: readonly string[]
  lines: readonly UpdateLine[]
}

/** The numbers of the chart, day by day. */
function UpdateTable({ days, names, lines }: UpdateTableProps) {
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

type ChartLegendProps = { lines: readonly UpdateLine[]; hidden: ReadonlySet<UpdateResult>; onToggle: (name: UpdateResult) => void }

/** What each line stands for, with its sum over the days. A press hides or shows it. */
function ChartLegend({ lines, hidden, onToggle }: ChartLegendProps) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Lines of the chart`} className="flex flex-wrap gap-x-1 gap-y-1">
      {lines.map(({ name, label, values, ...look }) => {
        const isShown = !hidden.has(name)
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => onToggle(name)}
              className={cn(
                'flex items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-accent',
                !isShown && 'text-muted-foreground line-through',
              )}
            >
              <LineSample {...look} />
              <span>{label}</span>
              <span className="text-muted-foreground tabular-nums">{i18n.number(sumOf(values))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
