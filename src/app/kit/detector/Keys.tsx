type KeyProps = { x: number; y: number; radius?: number }

export function PlusKey({ x, y, radius = 13 }: KeyProps) {
  const arm = radius * 0.42
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle className="key" r={radius} />
      <path className="mark" d={`M${-arm} 0H${arm}M0 ${-arm}V${arm}`} />
    </g>
  )
}

export function MinusKey({ x, y, radius = 13 }: KeyProps) {
  const arm = radius * 0.42
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle className="key" r={radius} />
      <path className="mark" d={`M${-arm} 0H${arm}`} />
    </g>
  )
}

export function PowerKey({ x, y, radius = 15 }: KeyProps) {
  const scale = radius / 15
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <circle className="key" r={15} />
      <path className="mark" d="M0 -7V-1M-4.6 -4.4A6.4 6.4 0 1 0 4.6 -4.4" />
    </g>
  )
}

/** The rings around a pressed key. `late`: in the second half of the movement. */
export function PressRing({ x, y, radius = 15, isLate = false }: KeyProps & { isLate?: boolean }) {
  return <circle className={isLate ? 'press-ring late' : 'press-ring'} cx={x} cy={y} r={radius + 6} />
}
