import { MinusKey, PlusKey, PowerKey } from './Keys.tsx'

/** The centre of the right ear cup, where the WSAII module sits. */
export const headphonesPower = { x: 0, y: 24 } as const
export const headphonesSocket = { x: 0, y: 76 } as const

export type LightMotion = 'goes-dark' | 'flashes' | undefined

/** Headphones with the WSAII module, seen from the right: one cup around 0 0, the other behind it. */
export function Headphones({ light }: { light: LightMotion }) {
  return (
    <g>
      <g className="far">
        <rect className="key" x={86} y={-62} width={34} height={112} rx={17} />
        <rect className="shell" x={108} y={-54} width={26} height={96} rx={13} />
      </g>
      <path className="band-edge" d="M0 -76C6 -150 118 -150 121 -54" />
      <path className="band" d="M0 -76C6 -150 118 -150 121 -54" />
      <rect className="key" x={50} y={-70} width={30} height={140} rx={15} />
      <rect className="shell" x={-72} y={-84} width={140} height={168} rx={66} />
      <path className="shine" d="M-63 22V-12C-63 -46 -46 -68 -24 -74" />
      <circle className="key" r={50} />
      <g>
        <circle className="glass" cx={0} cy={-26} r={7} />
        <circle className={light === undefined ? 'accent' : `accent ${light}`} cx={0} cy={-26} r={5} />
      </g>
      <MinusKey x={-29} y={-2} radius={10} />
      <PlusKey x={29} y={-2} radius={10} />
      <PowerKey {...headphonesPower} radius={14} />
    </g>
  )
}
