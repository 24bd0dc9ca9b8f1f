import { useLingui } from '@lingui/react/macro'
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

type Bar = { readonly meters: number; readonly pixels: number }

/** The longest round distance (1, 2 or 5 and zeros) that fits. */
export function scaleBar(metersPerPixel: number, pixelsMax: number): Bar {
  const most = metersPerPixel * pixelsMax
  const power = 10 ** Math.floor(Math.log10(most))
  const meters = ([5, 2, 1].find((digit) => digit * power <= most) ?? 1) * power
  return { meters, pixels: meters / metersPerPixel }
}
