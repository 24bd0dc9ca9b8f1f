import { cn } from '../../ui/cn.ts'
import type { ChartLine } from './chartLine.ts'
import { LineSample } from './LineSample.tsx'

type ChartTooltipProps = {
  title: string
  lines: readonly ChartLine[]
  formatValue: (value: number) => string
  /** Of which the values are shown. */
  place: number
  /** In px from the chart's left edge. */
  left: number
  /** Whether it stands left of the place, where it has more room. */
  isLeft: boolean
}

/** The values at one place. Hidden from screen readers, which read them as the chart's value. */
export function ChartTooltip({ title, lines, formatValue, place, left, isLeft }: ChartTooltipProps) {
  return (
    <div
      aria-hidden
      data-slot="chart-tooltip"
      style={{ left }}
      className={cn(
        'pointer-events-none absolute top-3 z-10 rounded-md border bg-popover px-3 py-2 text-sm whitespace-nowrap text-popover-foreground shadow-high',
        isLeft ? '-translate-x-full -ml-3' : 'ml-3',
      )}
    >
      <p className="font-medium tabular-nums">{title}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4">
        {lines.map(({ name, label, values, ...look }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-2 text-muted-foreground">
              <LineSample {...look} />
              <span>{label}</span>
            </dt>
            <dd className="text-right tabular-nums">{formatValue(values[place] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
