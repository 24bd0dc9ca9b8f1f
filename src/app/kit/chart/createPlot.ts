/** Draws lines with uPlot. Knows no React. */
import uPlot from 'uplot'
import './chart.css'
import { type ChartLine, type PlaceName, splitBeforeLast, type ValueAxis } from './chartLine.ts'

export const plotHeight = 280
const axisFont = '12px'
/** The room of a name on the axis of places, in px. */
const nameWidth = 76
/** More places than these are drawn as a line alone. */
const pointsMax = 62
/** Of a line's way to an unfinished place. */
const unfinishedDash = [3, 4]

type PlotOptions = {
  readonly lines: readonly ChartLine[]
  readonly placeCount: number
  /** The last place may still change: the way to it is dashed. */
  readonly isLastUnfinished: boolean
  readonly axis: ValueAxis
  /** The names on the axis of places, `most` at most. */
  readonly namesOf: (most: number) => readonly PlaceName[]
  /** The place at the mouse; null where it has left. */
  readonly onHover: (place: number | null) => void
  /** Called after each drawing. */
  readonly onDraw: (plot: uPlot) => void
}

export function createPlot(
  element: HTMLElement,
  { lines, placeCount, isLastUnfinished, axis, namesOf, onHover, onDraw }: PlotOptions,
): uPlot {
  // Read at each drawing, so that a change of theme only needs another one.
  const colourOf = (colour: string) => () => computedColour(element, colour)
  const font = `${axisFont} ${getComputedStyle(element).fontFamily}`
  const look: uPlot.Axis = {
    font,
    stroke: colourOf('var(--muted-foreground)'),
    grid: { stroke: colourOf('var(--border)'), width: 1 },
    ticks: { show: false },
  }
  const names = (plot: uPlot) => namesOf(Math.floor(plot.width / nameWidth))
  const [low, high] = axis.range
  const widest = axis.at ?? [Math.max(0, ...lines.flatMap(({ values }) => values))]
  return new uPlot(
    {
      width: element.clientWidth,
      height: plotHeight,
      padding: [12, 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { x: { time: false }, y: { range: [low, high] } },
      axes: [
        {
          ...look,
          grid: { show: false },
          size: 32,
          splits: (plot) => names(plot).map(({ place }) => place),
          values: (plot) => names(plot).map(({ name }) => name),
        },
        {
          ...look,
          incrs: [1, 2, 5]
            .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
            .toSorted((one, other) => one - other),
          ...(axis.at !== undefined && { splits: [...axis.at] }),
          values: (_plot, values) => values.map(axis.format),
          size: 16 + 8 * Math.max(...widest.map((value) => axis.format(value).length)),
        },
      ],
      series: [
        {},
        ...lines.flatMap(({ label, colour, ground, dash }) => {
          const finished = {
            label,
            stroke: colourOf(colour),
            ...(ground !== undefined && { fill: colourOf(ground) }),
            width: 2,
            dash: [...dash],
            points: { show: placeCount <= pointsMax, size: 5, fill: colourOf(colour) },
          }
          return isLastUnfinished ? [finished, { ...finished, dash: unfinishedDash }] : [finished]
        }),
      ],
      hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? null)], draw: [onDraw] },
    },
    // What lies beyond the axis is drawn at its edge.
    [
      Array.from({ length: placeCount }, (_, place) => place),
      ...lines.flatMap(({ values }) => {
        const drawn = values.map((value) => Math.min(Math.max(value, low), high))
        return isLastUnfinished ? splitBeforeLast(drawn) : [drawn]
      }),
    ],
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
