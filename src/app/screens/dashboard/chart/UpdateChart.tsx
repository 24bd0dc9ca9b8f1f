/** The chart itself, with a tooltip that follows mouse and arrow keys. Loaded lazily, because uPlot is the largest part of the dashboard. */
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import type { UpdateResult } from '../../../../contract/dashboard.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import type { ChartLine } from './chartLines.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { createPlot, plotHeight } from './createPlot.ts'

type UpdateChartProps = {
  days: readonly string[]
  lines: readonly ChartLine[]
  /** Switched off in the legend. */
  hidden: ReadonlySet<UpdateResult>
}

const weekDays = 7

export function UpdateChart({ days, lines, hidden }: UpdateChartProps) {
  const { t, i18n } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const { locale } = i18n
  const shownLines = useMemo(() => lines.filter(({ name }) => !hidden.has(name)), [lines, hidden])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const formatNumber = (number: number) => i18n.number(number)
    const created = createPlot(element, {
      days,
      lines: shownLines,
      locale,
      formatNumber,
      onHover: (place) => setSpot(spotAt(created, place)),
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
  }, [days, shownLines, locale, i18n])

  useThemeChange(() => plot.current?.redraw(false))

  const last = days.length - 1
  const place = Math.min(spot?.place ?? last, last)

  function move(to: number | null) {
    if (plot.current === null) return
    setSpot(spotAt(plot.current, to))
    // Without the hook that follows the mouse.
    const left = to === null ? -1 : plot.current.valToPos(to, 'x')
    plot.current.setCursor({ left, top: to === null ? -1 : 0 }, false)
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = placeAfter(event.key, place, last)
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }

  const spoken = (label: string, count: string) => t`${label}: ${count}`
  const read = (index: number) =>
    [formatDay(days[index] ?? ''), ...shownLines.map(({ label, values }) => spoken(label, i18n.number(values[index] ?? 0)))].join(', ')

  return (
    <div
      // A day is chosen by the arrow keys, and read aloud with its numbers.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input cannot hold a chart
      role="slider"
      tabIndex={0}
      aria-label={t`Product updates by day`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place}
      aria-valuetext={read(place)}
      onKeyDown={onKeyDown}
      onBlur={() => move(null)}
      className="relative rounded-md outline-offset-4"
    >
      <div ref={frame} data-slot="chart-plot" aria-hidden style={{ height: plotHeight }} />
      {spot !== null && (
        <ChartTooltip day={days[place] ?? ''} lines={shownLines} place={place} left={spot.left} isLeft={place > last / 2} />
      )}
    </div>
  )
}

/** A day, and where it is in the chart, in px from its left edge. */
type Spot = { readonly place: number; readonly left: number }

function spotAt(plot: uPlot, place: number | null): Spot | null {
  return place === null ? null : { place, left: plot.over.offsetLeft + plot.valToPos(place, 'x') }
}

/** Undefined for other keys; null where the tooltip closes. */
function placeAfter(key: string, place: number, last: number): number | null | undefined {
  const within = (to: number) => Math.min(Math.max(to, 0), last)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(place - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(place + 1)
    case 'PageDown':
      return within(place - weekDays)
    case 'PageUp':
      return within(place + weekDays)
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

/** Calls `onChange` whenever the page's colours change: the reader's choice stands on <html> (public/theme.js), else the system decides. */
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
