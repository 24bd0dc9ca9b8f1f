/** Draws the lines with uPlot. Knows no React. */
import uPlot from 'uplot'
import './chart.css'
import type { ChartLine } from './chartLines.ts'
import { dayTicks } from './dayTicks.ts'

export const plotHeight = 280
const axisFont = '12px'
/** The room of a name on the axis of days, in px. */
const tickWidth = 76
/** The scale of a chart without any update. */
const scaleMin = 4

type PlotOptions = {
  readonly days: readonly string[]
  readonly lines: readonly ChartLine[]
  readonly locale: string
  readonly formatNumber: (number: number) => string
  /** The day at the mouse; null where it has left. */
  readonly onHover: (index: number | null) => void
}

export function createPlot(element: HTMLElement, { days, lines, locale, formatNumber, onHover }: PlotOptions): uPlot {
  // Read at each drawing, so that a change of theme only needs another one.
  const colourOf = (colour: string) => () => computedColour(element, colour)
  const font = `${axisFont} ${getComputedStyle(element).fontFamily}`
  const axis: uPlot.Axis = {
    font,
    stroke: colourOf('var(--muted-foreground)'),
    grid: { stroke: colourOf('var(--border)'), width: 1 },
    ticks: { show: false },
  }
  const ticksOf = (plot: uPlot) => dayTicks(days, Math.floor(plot.width / tickWidth), locale)
  const hasPoints = days.length <= 62
  return new uPlot(
    {
      width: element.clientWidth,
      height: plotHeight,
      padding: [12, 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { x: { time: false }, y: { range: (_plot, _min, max) => [0, max === null || max < scaleMin ? scaleMin : max * 1.05] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          splits: (plot) => [...ticksOf(plot).at],
          values: (plot, places) => places.map((place) => ticksOf(plot).format(days[place] ?? '')),
        },
        {
          ...axis,
          incrs: [1, 2, 5]
            .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
            .toSorted((one, other) => one - other),
          values: (_plot, numbers) => numbers.map(formatNumber),
          size: 16 + 8 * Math.max(...lines.map(({ values }) => formatNumber(Math.max(0, ...values)).length), 1),
        },
      ],
      series: [
        {},
        ...lines.map(({ label, colour, dash }) => ({
          label,
          stroke: colourOf(colour),
          fill: colourOf(`color-mix(in oklab, ${colour} var(--chart-ground, 10%), transparent)`),
          width: 2,
          dash: [...dash],
          points: { show: hasPoints, size: 5, fill: colourOf(colour) },
        })),
      ],
      hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? null)] },
    },
    [days.map((_, index) => index), ...lines.map(({ values }) => [...values])],
    element,
  )
}

/** A canvas knows no variables and no light-dark(): the browser works the colour out. */
function computedColour(element: HTMLElement, colour: string): string {
  element.style.color = colour
  const computed = getComputedStyle(element).color
  element.style.color = ''
  return computed
}
