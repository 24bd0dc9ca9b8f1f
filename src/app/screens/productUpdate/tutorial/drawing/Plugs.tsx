/** Both plugs point up: the tip is at 0 0, the cable leaves at 0 56. */

/** The plug for the detector. */
export function RoundPlug() {
  return (
    <g>
      <rect className="metal" x={-6} y={0} width={12} height={16} rx={3} />
      <rect className="shell" x={-15} y={12} width={30} height={14} rx={7} />
      <rect className="shell" x={-10} y={25} width={20} height={24} rx={6} />
      <rect className="shell" x={-5} y={48} width={10} height={10} rx={3} />
    </g>
  )
}

/** The plug for the computer. */
export function UsbPlug() {
  return (
    <g>
      <rect className="metal" x={-9} y={0} width={18} height={20} rx={2} />
      <path className="ink" d="M-5 6H-1V11H-5ZM1 6H5V11H1Z" />
      <rect className="shell" x={-13} y={18} width={26} height={31} rx={6} />
      <path className="mark thin" d="M0 27V41M-4 37L0 41L4 37" />
      <rect className="shell" x={-5} y={48} width={10} height={10} rx={3} />
    </g>
  )
}

/** An arrow that shows where a part goes: up, from its tail at 0 0. */
export function Arrow() {
  return <path className="arrow" d="M0 0V-34M-10 -24L0 -34L10 -24" />
}

/** A cable along a path, light enough to be visible in both themes. */
export function Cable({ d, hasFlow = false }: { d: string; hasFlow?: boolean }) {
  return (
    <g>
      <path className="cable-edge" d={d} />
      <path className="cable" d={d} />
      {hasFlow && <path className="cable flow" d={d} />}
    </g>
  )
}

/** The clip at the end of the WS6's cable. Its jaws hold the foot of a puck at 0 0; the cable leaves at 0 100. */
export function ChargingClip() {
  return (
    <g>
      <path
        className="key"
        d="M-54 34C-60 34 -62 40 -60 46C-54 76 -34 92 0 92S54 76 60 46C62 40 60 34 54 34C50 34 48 38 46 42C38 58 22 66 0 66S-38 58 -46 42C-48 38 -50 34 -54 34Z"
      />
      <rect className="shell" x={-9} y={90} width={18} height={14} rx={5} />
    </g>
  )
}
