import { cn } from '../../ui/cn.ts'
import type { ChartLevel } from './chartLine.ts'

/** In px from the chart's top left corner. */
export type LevelPlace = { readonly left: number; readonly top: number; readonly width: number }

type ChartLevelsProps = {
  levels: readonly ChartLevel[]
  /** Where each of them was last drawn; empty until then. */
  places: readonly LevelPlace[]
}

/** Marked values, each with its name. Hidden from screen readers: the text beside the chart says what they are. */
export function ChartLevels({ levels, places }: ChartLevelsProps) {
  return levels.slice(0, places.length).map(({ label, colour, side }, index) => (
    <div
      key={label}
      aria-hidden
      data-slot="chart-level"
      style={{ ...places[index], color: colour, borderColor: colour }}
      className="pointer-events-none absolute border-t border-dashed text-xs forced-colors:border-[CanvasText]"
    >
      <span
        className={cn(
          'absolute left-1 rounded-sm bg-card/80 px-1 leading-5 font-medium whitespace-nowrap',
          side === 'above' ? 'bottom-px' : 'top-px',
        )}
      >
        {label}
      </span>
    </div>
  ))
}
