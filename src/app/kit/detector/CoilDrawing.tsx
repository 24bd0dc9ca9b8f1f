import './drawing.css'

/** A coil seen from above, in the hand of `DetectorDrawing`: all coils report the same type. Decorative: its name stands beside it. */
export function CoilDrawing() {
  return (
    <svg viewBox="0 0 48 48" className="drawing size-9 shrink-0" aria-hidden data-family="coil">
      <g className="coil">
        <circle className="coil-edge" cx={24} cy={24} r={17} />
        <circle className="coil-ring" cx={24} cy={24} r={17} />
        <path className="coil-bridge" d="M10 24H38" />
        <circle className="coil-winding" cx={24} cy={24} r={17} />
        <circle className="key" cx={24} cy={24} r={6} />
        <path className="mark" d="M24 22V26" />
      </g>
    </svg>
  )
}
