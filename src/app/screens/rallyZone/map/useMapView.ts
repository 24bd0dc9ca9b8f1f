import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomTransform, zoomTransform } from 'd3-zoom'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MapSize } from './projectShapes.ts'

const zoomMax = 200
const zoomStep = 1.5
const panPixels = 60

type MapView = {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly view: ZoomTransform
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly showAll: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Pan and zoom by mouse, touch and keys. */
export function useMapView({ width, height }: MapSize): MapView {
  const svg = useRef<SVGSVGElement>(null)
  const drawnSize = useRef<MapSize>({ width, height })
  const [view, setView] = useState<ZoomTransform>(zoomIdentity)
  const behavior = useMemo(
    () =>
      zoom<SVGSVGElement, unknown>()
        .scaleExtent([1, zoomMax])
        .duration(0)
        // d3-zoom looks for a touch screen once, and some are plugged in later.
        .touchable(true)
        .filter(function isForMap(this: SVGSVGElement, event: Event) {
          return isMapEvent(event, this)
        })
        .on('zoom', ({ transform }: { transform: ZoomTransform }) => setView(transform)),
    [],
  )

  useLayoutEffect(() => {
    const element = svg.current
    if (element === null) return undefined
    const frame: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ]
    const selection = select(element)
    selection.call(behavior.extent(frame).translateExtent(frame))
    // Another width is another drawing of the same place, for example when the page gets a scroll bar.
    const { k, x, y } = zoomTransform(element)
    const drawn = drawnSize.current
    selection.call(behavior.transform, zoomIdentity.translate((x * width) / drawn.width, (y * height) / drawn.height).scale(k))
    drawnSize.current = { width, height }
    return () => void selection.on('.zoom', null)
  }, [behavior, width, height])

  function change(apply: (selection: ReturnType<typeof select<SVGSVGElement, unknown>>) => void): void {
    if (svg.current !== null) apply(select<SVGSVGElement, unknown>(svg.current))
  }
  const zoomIn = () => change((selection) => behavior.scaleBy(selection, zoomStep))
  const zoomOut = () => change((selection) => behavior.scaleBy(selection, 1 / zoomStep))
  const showAll = () => change((selection) => behavior.transform(selection, zoomIdentity))
  const panBy = (x: number, y: number) => change((selection) => behavior.translateBy(selection, x / view.k, y / view.k))

  const keys: Readonly<Record<string, () => void>> = {
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': showAll,
    ArrowLeft: () => panBy(panPixels, 0),
    ArrowRight: () => panBy(-panPixels, 0),
    ArrowUp: () => panBy(0, panPixels),
    ArrowDown: () => panBy(0, -panPixels),
  }
  function onKeyDown(event: KeyboardEvent): void {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return { svg, view, zoomIn, zoomOut, showAll, onKeyDown }
}

/** The wheel scrolls the page until the map has the focus; one finger scrolls it until there is something to pan. */
function isMapEvent(event: Event, map: SVGSVGElement): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || map.parentElement?.contains(document.activeElement) === true
  if (event instanceof MouseEvent) return event.button === 0 && !event.ctrlKey
  const isOneFinger = event instanceof TouchEvent && event.touches.length === 1
  return !isOneFinger || zoomTransform(map).k > 1
}
