import type { ReactNode } from 'react'
import { At } from '../../../../kit/detector/At.tsx'

/** The browser's device chooser: the pointer selects our device (`icon`), then clicks the button. */
export function BrowserChooser({ icon }: { icon: ReactNode }) {
  return (
    <>
      <rect className="paper" x={70} y={24} width={340} height={252} rx={12} />
      <path className="faint" d="M71 58V36A11 11 0 0 1 82 25H398A11 11 0 0 1 409 36V58Z" />
      <circle className="metal" cx={90} cy={41} r={5} />
      <circle className="metal" cx={108} cy={41} r={5} />
      <rect className="paper" x={128} y={32} width={262} height={18} rx={9} />
      <PageBehind />

      <rect className="shade" x={110} y={66} width={222} height={184} rx={12} />
      <rect className="paper" x={108} y={62} width={222} height={184} rx={12} />
      <rect className="faint" x={126} y={79} width={104} height={9} rx={4.5} />
      <rect className="list" x={126} y={100} width={186} height={96} rx={6} />
      <g>
        <rect className="chosen" x={131} y={105} width={176} height={42} rx={5} />
        <At x={154} y={126} scale={1}>
          {icon}
        </At>
        <rect className="line-of-text" x={180} y={121} width={92} height={10} rx={5} />
      </g>
      <rect className="faint" x={144} y={158} width={20} height={26} rx={5} />
      <rect className="faint" x={180} y={166} width={68} height={10} rx={5} />
      <rect className="paper" x={172} y={208} width={62} height={26} rx={13} />
      <rect className="faint" x={188} y={218} width={30} height={7} rx={3.5} />
      <g className="clicked">
        <rect className="accent" x={242} y={208} width={70} height={26} rx={13} />
        <rect className="on-accent" x={260} y={218} width={34} height={7} rx={3.5} />
      </g>

      <At x={284} y={224}>
        <g className="pointer">
          <path className="pointer-arrow" d="M0 0L0 28L7 22L12 33L18 30L13 20L22 19Z" />
        </g>
      </At>
    </>
  )
}

function PageBehind() {
  return (
    <g>
      <rect className="faint" x={348} y={84} width={46} height={9} rx={4.5} />
      <rect className="faint" x={348} y={104} width={34} height={9} rx={4.5} />
      <rect className="faint" x={348} y={124} width={42} height={9} rx={4.5} />
      <rect className="faint" x={84} y={84} width={12} height={9} rx={4.5} />
    </g>
  )
}
