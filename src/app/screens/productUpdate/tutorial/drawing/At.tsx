import type { ReactNode } from 'react'

type AtProps = { x: number; y: number; turn?: number; scale?: number; isMirrored?: boolean; children: ReactNode }

/** Puts a part somewhere: turned in degrees, scaled, mirrored left to right. A part that moves has its movement inside, for CSS replaces this attribute. */
export function At({ x, y, turn = 0, scale = 1, isMirrored = false, children }: AtProps) {
  return <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${isMirrored ? -scale : scale} ${scale})`}>{children}</g>
}
