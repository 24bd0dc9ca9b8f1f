import type { ReactNode } from 'react'
import { At } from '../../../../kit/detector/At.tsx'
import { Laptop, laptopPort } from './Laptop.tsx'
import { Arrow, Cable, UsbPlug } from './Plugs.tsx'

const laptopAt = { x: 226, y: 84 } as const
/** The start of the cable when the plug is in. */
export const pluggedCableStart = { x: laptopAt.x + laptopPort.x - 56, y: laptopAt.y + laptopPort.y } as const

/** Plugs the USB plug into the laptop. `children` are on the left, with their end of the cable. `isLate`: after a movement of theirs. */
export function PlugIntoComputer({ isLate = false, children }: { isLate?: boolean; children: ReactNode }) {
  return (
    <>
      <At x={laptopAt.x + laptopPort.x} y={laptopAt.y + laptopPort.y} turn={90}>
        <g className={isLate ? 'approach-late' : 'approach'}>
          <Cable d="M0 56C0 120 60 60 110 120" />
          <UsbPlug />
        </g>
      </At>
      <At x={178} y={192} turn={90}>
        <Arrow />
      </At>
      {children}
      <At {...laptopAt}>
        <Laptop />
      </At>
    </>
  )
}
