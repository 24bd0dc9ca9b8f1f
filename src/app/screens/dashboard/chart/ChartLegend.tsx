import { useLingui } from '@lingui/react/macro'
import type { UpdateResult } from '../../../../contract/dashboard.ts'
import { cn } from '../../../ui/cn.ts'
import { type ChartLine, sumOf } from './chartLines.ts'

type ChartLegendProps = { lines: readonly ChartLine[]; hidden: ReadonlySet<UpdateResult>; onToggle: (name: UpdateResult) => void }

/** What each line stands for, with its sum over the days. A press hides or shows it. */
export function ChartLegend({ lines, hidden, onToggle }: ChartLegendProps) {
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
              {label}
              <span className="text-muted-foreground tabular-nums">{i18n.number(sumOf(values))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** A piece of a line, as the chart draws it. */
export function LineSample({ colour, dash }: Pick<ChartLine, 'colour' | 'dash'>) {
  return (
    <svg aria-hidden viewBox="0 0 20 8" className="h-2 w-5 shrink-0">
      <line
        x1={0}
        y1={4}
        x2={20}
        y2={4}
        strokeWidth={2.5}
        stroke={colour}
        strokeDasharray={dash.join(' ')}
        className="forced-colors:stroke-current"
      />
    </svg>
  )
}
