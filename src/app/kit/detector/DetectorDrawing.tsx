import type { ReactNode } from 'react'
import { type DetectorFamily, familyOf } from './detectorFamily.ts'

/** A line drawing of the product family in the text colour, with the important part in copper. */
export function DetectorDrawing({ typeName }: { typeName: string | null }) {
  return (
    <svg viewBox="0 0 160 112" className="h-28 w-40" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden>
      {drawings[familyOf(typeName)]}
    </svg>
  )
}

const drawings: Readonly<Record<DetectorFamily, ReactNode>> = {
  teleco: (
    <>
      <rect x="54" y="8" width="52" height="96" rx="12" className="fill-card" />
      <rect x="62" y="18" width="36" height="34" rx="4" className="stroke-primary" />
      <path d="M68 42v-6m6 6V30m6 12v-9m6 9V27m6 15V34" className="stroke-primary" />
      <circle cx="80" cy="70" r="9" />
      <path d="M66 90h8m12 0h8" />
    </>
  ),
  ws6: (
    <>
      <path d="M30 62a50 50 0 0 1 100 0" />
      <rect x="22" y="58" width="20" height="38" rx="9" className="fill-card" />
      <rect x="118" y="58" width="20" height="38" rx="9" className="fill-card" />
      <circle cx="80" cy="72" r="24" className="fill-card" />
      <circle cx="80" cy="72" r="13" className="stroke-primary" />
      <path d="M80 64v8l5 4" className="stroke-primary" />
    </>
  ),
  wsaII: (
    <>
      <path d="M26 66a54 54 0 0 1 108 0" />
      <rect x="14" y="58" width="30" height="44" rx="14" className="fill-card" />
      <rect x="116" y="58" width="30" height="44" rx="14" className="fill-card" />
      <circle cx="29" cy="80" r="6" className="stroke-primary" />
      <path d="M58 84c6-10 10-10 14-4s9 6 14-3 9-5 16 4" className="stroke-primary" />
    </>
  ),
}
