import { useLingui } from '@lingui/react/macro'
import { scaleBar } from './scaleBar.ts'
import { useSizeText } from './useSizeText.ts'

const inset = 14

/** The scale bar and the arrow that points north. */
export function MapFurniture({ width, height, metersPerPixel }: { width: number; height: number; metersPerPixel: number }) {
  const { t } = useLingui()
  const sizeText = useSizeText()
  const bar = scaleBar(metersPerPixel, Math.min(140, width / 3))
  return (
    <g className="pointer-events-none fill-foreground stroke-foreground text-xs select-none">
      <g transform={`translate(${inset} ${height - inset})`}>
        <path d={`M0,-6V0H${bar.pixels}V-6`} fill="none" strokeWidth={1.5} />
        <text data-scale x={bar.pixels / 2} y={-7} textAnchor="middle" strokeWidth={0}>
          {sizeText.length(bar.meters)}
        </text>
      </g>
      <g transform={`translate(${width - inset - 8} ${inset})`}>
        <path d="M0,4L6,20L0,16L-6,20Z" strokeWidth={0} />
        <text y={32} textAnchor="middle" strokeWidth={0} className="font-semibold">
          {t({ message: 'N', comment: 'North, on a map' })}
        </text>
      </g>
    </g>
  )
}
