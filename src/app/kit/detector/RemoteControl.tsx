import { Display, type DisplayContent, type DisplayMotion } from './Display.tsx'
import { MinusKey, PlusKey, PowerKey } from './Keys.tsx'

/** The positions of its keys, for hands. The remote control is 116 by 216. */
export const remoteKeys = { plus: { x: 36, y: 126 }, minus: { x: 36, y: 166 }, power: { x: 82, y: 146 } } as const

/** The remote control (teleco), seen from the front. */
export function RemoteControl({ content, motion }: { content: DisplayContent; motion?: DisplayMotion }) {
  return (
    <g>
      <path className="shell" d="M22 0H94A22 22 0 0 1 116 22V168C116 198 104 216 80 216H36C12 216 0 198 0 168V22A22 22 0 0 1 22 0Z" />
      <path className="shine" d="M8 26V164C8 180 11 192 17 200" />
      <Display x={13} y={15} width={90} height={78} content={content} motion={motion} />
      <PlusKey {...remoteKeys.plus} />
      <MinusKey {...remoteKeys.minus} />
      <PowerKey {...remoteKeys.power} />
      <path className="mark brand" d="M48 197H68" />
    </g>
  )
}
