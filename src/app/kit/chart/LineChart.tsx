/** Lines from left to right, with a tooltip that follows mouse and arrow keys. Import it lazily, with what it shows: uPlot is large. */
import { useLabelled } from '../../i18n/useLabelled.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import type { ChartLevel, ChartLine, PlaceName, ValueAxis } from './chartLine.ts'
import { ChartLevels, type LevelPlace } from './ChartLevels.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import { createPlot, plotHeight } from './createPlot.ts'

/** All of it stays the same object while the same is shown: a new one is drawn anew. */
type LineChartProps = {
  /** What is shown. */
  title: string
  /** The title of each place. */
  titles: readonly string[]
  lines: readonly ChartLine[]
  levels?: readonly ChartLevel[]
  axis: ValueAxis
  namesOf: (most: number) => readonly PlaceName[]
  /** How a value is written in full; as on the axis unless this says otherwise. */
  formatValue?: (value: number) => string
  /** The last place may still change. */
  isLastUnfinished?: boolean
  /** How many places the keys for a page move by. */
  pageLength: number
}

const noLevels: readonly ChartLevel[] = []

export function LineChart({
  title,
  titles,
  lines,
  levels = noLevels,
  axis,
  namesOf,
  pageLength,
  isLastUnfinished = false,
  ...props
}: LineChartProps) {
  const labelled = useLabelled()
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [levelPlaces, setLevelPlaces] = useState<readonly LevelPlace[]>([])
  const placeCount = titles.length
  const formatValue = props.formatValue ?? axis.format

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const created = createPlot(element, {
      lines,
      placeCount,
      isLastUnfinished,
      axis,
      namesOf,
      onHover: (place) => setSpot(spotAt(created, place)),
      onDraw(drawn) {
        if (levels.length > 0) setLevelPlaces(levels.map((level) => placeOf(drawn, level)))
      },
    })
    plot.current = created
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === created.width) return
      created.setSize({ width: element.clientWidth, height: plotHeight })
      setSpot((before) => spotAt(created, before?.place ?? null))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      created.destroy()
      plot.current = null
      setSpot(null)
    }
  }, [placeCount, isLastUnfinished, lines, levels, axis, namesOf])

  useThemeChange(() => plot.current?.redraw(false))

  const last = placeCount - 1
  const place = Math.min(spot?.place ?? last, last)

  function move(to: number | null) {
    if (plot.current === null) return
    setSpot(spotAt(plot.current, to))
    // Without the hook that follows the mouse.
    const left = to === null ? -1 : plot.current.valToPos(to, 'x')
    plot.current.setCursor({ left, top: to === null ? -1 : 0 }, false)
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = placeAfter(event.key, { place, last, pageLength })
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }

  const read = [titles[place], ...lines.map((line) => labelled(line.label, formatValue(line.values[place] ?? 0)))].join(', ')

  return (
    <div
      // A place is chosen by the arrow keys, and read aloud with its values.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input cannot hold a chart
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place}
      aria-valuetext={read}
      onKeyDown={onKeyDown}
      onBlur={() => move(null)}
      className="relative rounded-md outline-offset-4"
    >
      <div ref={frame} data-slot="chart-plot" aria-hidden style={{ height: plotHeight }} />
      {levels.length > 0 && <ChartLevels levels={levels} places={levelPlaces} />}
      {spot !== null && (
        <ChartTooltip
          title={titles[place] ?? ''}
          lines={lines}
          formatValue={formatValue}
          place={place}
          left={spot.left}
          isLeft={place > last / 2}
        />
      )}
    </div>
  )
}

/** A place, and where it is in the chart, in px from its left edge. */
type Spot = { readonly place: number; readonly left: number }

function spotAt(plot: uPlot, place: number | null): Spot | null {
  return place === null ? null : { place, left: plot.over.offsetLeft + plot.valToPos(place, 'x') }
}

function placeOf(plot: uPlot, { value }: ChartLevel): LevelPlace {
  const { offsetLeft, offsetTop, clientWidth } = plot.over
  return { left: offsetLeft, top: offsetTop + plot.valToPos(value, 'y'), width: clientWidth }
}

type Places = { readonly place: number; readonly last: number; readonly pageLength: number }

/** Undefined for other keys; null where the tooltip closes. */
function placeAfter(key: string, { place, last, pageLength }: Places): number | null | undefined {
  const within = (to: number) => Math.min(Math.max(to, 0), last)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(place - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(place + 1)
    case 'PageDown':
      return within(place - pageLength)
    case 'PageUp':
      return within(place + pageLength)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return null
    default:
      return undefined
  }
}

/** Calls `onChange` whenever the page's colours change: the reader's choice stands on <html> (public/beforePaint.js), else the system decides. */
function useThemeChange(onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const call = () => latest.current()
    const systems = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))
    for (const system of systems) system.addEventListener('change', call)
    const observer = new MutationObserver(call)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      for (const system of systems) system.removeEventListener('change', call)
      observer.disconnect()
    }
  }, [])
}
