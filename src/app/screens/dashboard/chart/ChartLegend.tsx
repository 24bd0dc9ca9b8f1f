import { useLingui } from '@lingui/react/macro'
import type { UpdateResult } from '../../../../contract/dashboard.ts'
import { cn } from '../../../ui/cn.ts'
import { LineSample } from '../../../kit/chart/LineSample.tsx'
import { sumOf, type UpdateLine } from './chartLines.ts'

type ChartLegendProps = { lines: readonly UpdateLine[]; hidden: ReadonlySet<UpdateResult>; onToggle: (name: UpdateResult) => void }

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
