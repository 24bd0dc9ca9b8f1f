export type DisplayContent = 'battery' | 'home' | 'update' | 'off'
export type DisplayMotion = 'goes-dark' | 'lights-up' | 'lights-up-late' | undefined

type DisplayProps = { x: number; y: number; width: number; height: number; content: DisplayContent; motion?: DisplayMotion }

/** A detector's display, dark until a movement lights it. */
export function Display({ x, y, width, height, content, motion }: DisplayProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="glass" width={width} height={height} rx={9} />
      {content !== 'off' && (
        <g className={motion}>
          <rect className="lit" x={3} y={3} width={width - 6} height={height - 6} rx={6} />
          <g transform={`translate(${width / 2} ${height / 2}) scale(${width / 88})`}>
            <Content content={content} />
          </g>
        </g>
      )}
    </g>
  )
}

function Content({ content }: { content: Exclude<DisplayContent, 'off'> }) {
  switch (content) {
    case 'battery':
      return <Battery />
    case 'home':
      return <Signal />
    case 'update':
      return <UpdateWord />
    default:
      return content satisfies never
  }
}

function Battery() {
  return (
    <g>
      <rect className="ink-line" x={-31} y={-17} width={57} height={34} rx={6} />
      <path className="ink" d="M29 -6H31A3 3 0 0 1 34 -3V3A3 3 0 0 1 31 6H29Z" />
      <rect className="level accent" x={-26.5} y={-12.5} width={38} height={25} rx={2.5} />
      <path className="half" d="M-2.5 -25V-20M-2.5 20V25" />
    </g>
  )
}

/** The display in use: the bars of a target. */
function Signal() {
  const heights = [8, 16, 28, 20, 10]
  return (
    <g>
      {heights.map((height, index) => (
        <rect key={height} className="ink" x={-31 + index * 13} y={14 - height} width={8} height={height} rx={2.5} />
      ))}
    </g>
  )
}

function UpdateWord() {
  return (
    <text className="update-word" y={6} fontSize={17}>
      UPDATE
    </text>
  )
}
