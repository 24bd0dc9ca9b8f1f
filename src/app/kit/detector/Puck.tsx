import { Display, type DisplayContent, type DisplayMotion } from './Display.tsx'
import { MinusKey, PlusKey, PowerKey } from './Keys.tsx'

/** The positions of its keys, for hands. The puck is 124 across, around 0 0. */
export const puckKeys = { minus: { x: -31, y: 28 }, power: { x: 0, y: 34 }, plus: { x: 31, y: 28 } } as const

/** The WS6 module, seen from the front, with gold contacts at its foot. */
export function Puck({ content, motion }: { content: DisplayContent; motion?: DisplayMotion }) {
  return (
    <g>
      <path className="gold" d="M-20 60H-10V66H-20ZM-5 60H5V66H-5ZM10 60H20V66H10Z" />
      <rect className="shell" x={-62} y={-62} width={124} height={124} rx={50} />
      <path className="shine" d="M-54 18V-12C-54 -34 -40 -50 -22 -53" />
      <Display x={-40} y={-38} width={80} height={44} content={content} motion={motion} />
      <MinusKey {...puckKeys.minus} radius={11} />
      <PowerKey {...puckKeys.power} radius={13} />
      <PlusKey {...puckKeys.plus} radius={11} />
    </g>
  )
}
