import type { ReactNode } from 'react'

type AtProps = { x: number; y: number; turn?: number; scale?: number; isMirrored?: boolean; children: ReactNode }

/** Places a part: rotated in degrees, scaled, or mirrored. Animate an element inside it, because a CSS transform replaces this attribute. */
export function At({ x, y, turn = 0, scale = 1, isMirrored = false, children }: AtProps) {
  return <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${isMirrored ? -scale : scale} ${scale})`}>{children}</g>
}
