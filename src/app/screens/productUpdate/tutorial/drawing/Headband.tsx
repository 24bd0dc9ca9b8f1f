/** The position of the WS6. */
export const headbandHolder = { x: 264, y: 176 } as const

/** The headband of the WS6's headphones: a cushion on the left, the holder on the right. */
export function Headband() {
  return (
    <g>
      <path className="band-edge" d="M106 170C88 20 280 -10 266 140" />
      <path className="band" d="M106 170C88 20 280 -10 266 140" />
      <rect className="key" x={headbandHolder.x - 50} y={headbandHolder.y - 50} width={100} height={100} rx={42} />
      <rect className="glass" x={headbandHolder.x - 40} y={headbandHolder.y - 40} width={80} height={80} rx={34} />
      <rect className="key" x={104} y={152} width={32} height={92} rx={16} />
      <rect className="shell" x={82} y={160} width={34} height={76} rx={15} />
    </g>
  )
}
