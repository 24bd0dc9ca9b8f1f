import { encode } from 'uqr'

/** The light margin, in modules, that scanners need around a code (ISO/IEC 18004). */
const quietZone = 4

/** A QR code: black on white in both themes, because scanners expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-lg border bg-white forced-color-adjust-none"
    >
      <path fill="black" d={data.map(drawRow).join('')} />
    </svg>
  )
}

/** Each run of dark modules as one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((x) => `M${x} ${y}h${runLength(row, x)}v1H${x}z`).join('')
}

function runLength(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start)
  return (end === -1 ? row.length : end) - start
}
