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
