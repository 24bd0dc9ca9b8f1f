import type { ReactNode } from 'react'
import { At } from './At.tsx'
import { type DetectorFamily, knownFamilyOf } from '../../../contract/detectorFamily.ts'
import './drawing.css'
import { Headphones } from './Headphones.tsx'
import { Puck } from './Puck.tsx'
import { RemoteControl } from './RemoteControl.tsx'

/** A detector as the tutorial draws it, by its product's family; a model that is not known is an outline. Decorative: its name stands beside it. */
export function DetectorDrawing({ typeName }: { typeName: string | null }) {
  const family = knownFamilyOf(typeName)
  return (
    <svg viewBox="0 0 160 112" className="drawing h-28 w-40" aria-hidden data-family={family ?? 'unknown'}>
      {family === null ? <UnknownModel /> : drawings[family]}
    </svg>
  )
}

const drawings: Readonly<Record<DetectorFamily, ReactNode>> = {
  teleco: (
    <At x={52} y={4} scale={0.48}>
      <RemoteControl content="home" />
    </At>
  ),
  ws6: (
    <At x={80} y={54} scale={0.8}>
      <Puck content="home" />
    </At>
  ),
  wsaII: (
    <At x={66} y={70} scale={0.44}>
      <Headphones light={undefined} />
    </At>
  ),
}

function UnknownModel() {
  return (
    <g className="unknown-model">
      <rect x={48} y={8} width={64} height={96} rx={20} />
      <path d="M70 46A10 10 0 1 1 84 55C81 57 80 59 80 63M80 74V75" />
    </g>
  )
}
