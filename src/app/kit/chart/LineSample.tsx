import type { ChartLine } from './chartLine.ts'

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
