import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ZoneShape } from '../../../../contract/rallyZone.ts'
import { Button } from '../../../ui/button.tsx'
import { MapFurniture } from './MapFurniture.tsx'
import { placeLabels } from './placeLabels.ts'
import { drawShapes, type FileDrawing } from './projectShapes.ts'
import { ShapeTable } from './ShapeTable.tsx'
import { useMapView } from './useMapView.ts'
import { useSizeText } from './useSizeText.ts'

type ZoneMapProps = {
  /** The names of the files, by the index that shapes have. */
  files: readonly string[]
  shapes: readonly ZoneShape[]
  areaSquareMeters: number
  perimeterMeters: number
}

const [heightMin, heightMax] = [260, 460]

/** A map drawing of a zone, its measures, and a table of the same for those who do not see it. */
export function ZoneMap(props: ZoneMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { files, shapes } = props
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div ref={frame} className="min-h-65 overflow-hidden rounded-lg border bg-background">
        {width > 0 && <Drawing {...props} width={width} />}
      </div>
      <figcaption className="flex flex-col gap-1 text-sm">
        <Measures {...props} />
        {files.length > 1 && <Legend files={files} drawn={new Set(shapes.map(({ properties }) => properties.file))} />}
      </figcaption>
      <ShapeTable files={files} shapes={shapes} />
    </figure>
  )
}

function Drawing({ files, shapes, width, ...sizes }: ZoneMapProps & { width: number }) {
  const { t } = useLingui()
  const hintId = useId()
  const sizeText = useSizeText()
  const height = Math.round(Math.min(heightMax, Math.max(heightMin, width * 0.6)))
  const drawing = useMemo(() => drawShapes(shapes, files.length, { width, height }), [shapes, files.length, width, height])
  const { svg, view, zoomIn, zoomOut, showAll, onKeyDown } = useMapView({ width, height })
  const labels = placeLabels(drawing.labels, view, { width, height })
  const total = plural(shapes.length, { one: '# shape', other: '# shapes' })
  const name = t`Map of the zone: ${total}, area ${sizeText.area(sizes.areaSquareMeters)}`
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles keys itself, arrow keys included */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys pan and zoom the map
        tabIndex={0}
        aria-label={name}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        className="outline-offset-[-3px]"
      >
        <svg
          ref={svg}
          aria-hidden
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className={view.k > 1 ? 'block cursor-grab touch-none' : 'block touch-pan-y'}
        >
          <rect width={width} height={height} className="fill-card" />
          <g transform={view.toString()}>
            {drawing.files.map((one) => (
              <FileShapes key={one.file} {...one} />
            ))}
          </g>
          {labels.map(({ shape, text, x, y }) => (
            <text
              key={shape}
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="central"
              className="pointer-events-none fill-foreground stroke-card text-xs font-medium select-none [paint-order:stroke] [stroke-width:3px]"
            >
              {text}
            </text>
          ))}
          <MapFurniture width={width} height={height} metersPerPixel={drawing.metersPerPixel / view.k} />
        </svg>
      </div>
      <div className="absolute top-2 left-2 flex flex-col gap-1">
        <Button variant="outline" size="icon-sm" aria-label={t`Zoom in`} onClick={zoomIn}>
          <Plus aria-hidden />
        </Button>
        <Button variant="outline" size="icon-sm" aria-label={t`Zoom out`} onClick={zoomOut}>
          <Minus aria-hidden />
        </Button>
        <Button variant="outline" size="icon-sm" aria-label={t`Show the whole zone`} onClick={showAll}>
          <Maximize aria-hidden />
        </Button>
      </div>
      <p id={hintId} className="sr-only">
        <Trans>Arrow keys move the map, plus and minus zoom, 0 shows the whole zone. The shapes are listed below the map.</Trans>
      </p>
    </div>
  )
}

function FileShapes({ file, areas, lines, points }: FileDrawing) {
  const { color, dashes } = lookOf(file)
  const shared = { stroke: color, vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' } as const
  return (
    <g data-file={file}>
      {areas !== '' && <path d={areas} fill={color} fillOpacity={0.16} strokeWidth={2} strokeDasharray={dashes} {...shared} />}
      {lines !== '' && <path d={lines} fill="none" strokeWidth={3} strokeDasharray={dashes} strokeLinecap="round" {...shared} />}
      {points !== '' && <path d={points} fill="none" strokeWidth={10} strokeLinecap="round" {...shared} />}
    </g>
  )
}

function Measures({ shapes, areaSquareMeters, perimeterMeters }: Pick<ZoneMapProps, 'shapes' | 'areaSquareMeters' | 'perimeterMeters'>) {
  const sizeText = useSizeText()
  const hasArea = shapes.some(({ properties }) => properties.areaSquareMeters !== null)
  return (
    <p className="text-muted-foreground">
      {hasArea ? (
        <Trans>
          Area <strong className="font-medium text-foreground">{sizeText.area(areaSquareMeters)}</strong>, perimeter{' '}
          <strong className="font-medium text-foreground">{sizeText.length(perimeterMeters)}</strong>
        </Trans>
      ) : (
        <Trans>No areas: only lines or points</Trans>
      )}
    </p>
  )
}

/** Of the files that draw something: one with errors does not. */
function Legend({ files, drawn }: { files: readonly string[]; drawn: ReadonlySet<number> }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {[...files.entries()].map(([file, name]) => {
        if (!drawn.has(file)) return null
        const { color, dashes } = lookOf(file)
        return (
          <li key={file} className="flex min-w-0 items-center gap-2">
            <svg aria-hidden width={28} height={10} className="shrink-0">
              <line x1={2} x2={26} y1={5} y2={5} stroke={color} strokeWidth={3} strokeDasharray={dashes} />
            </svg>
            <span className="min-w-0 break-all">{name}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Files are told apart by colour and, for those who do not see it, by the dashes of their outlines. */
const colors = ['map-1', 'map-2', 'map-3', 'map-4', 'map-5', 'map-6'] as const
const dashes = [undefined, '7 4', '2 4', '10 4 2 4'] as const

function lookOf(file: number): { color: string; dashes: string | undefined } {
  return { color: `var(--${colors[file % colors.length] ?? colors[0]})`, dashes: dashes[file % dashes.length] }
}

/** The element's width in whole pixels, also after it changes; 0 before the first layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    // It also reports the first size.
    const observer = new ResizeObserver(() => setWidth(Math.round(current.clientWidth)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
