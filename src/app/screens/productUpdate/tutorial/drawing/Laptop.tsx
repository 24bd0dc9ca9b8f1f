import type { ReactNode } from 'react'

/** The tip of a plug that is plugged in from the left. The laptop is 236 by 150. */
export const laptopPort = { x: 14, y: 139 } as const

/** A laptop seen from the front, with its USB port on the left. Its screen is 178 by 104, from 0 0. */
export function Laptop({ children }: { children?: ReactNode }) {
  return (
    <g>
      <rect className="metal" x={22} y={0} width={192} height={130} rx={9} />
      <rect className="paper" x={29} y={7} width={178} height={116} rx={3} />
      <g transform="translate(29 7)">{children}</g>
      <path className="metal" d="M0 128H236V142A9 9 0 0 1 227 151H9A9 9 0 0 1 0 142Z" />
      <rect className="ink" x={1} y={133} width={5} height={12} rx={1.5} />
      <path className="faint" d="M98 128H138V130A4 4 0 0 1 134 134H102A4 4 0 0 1 98 130Z" />
    </g>
  )
}
