import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ShareBar } from './ShareBar.tsx'

type RankRowProps = { name: ReactNode; number: number; most: number; className?: string }

/** One of several numbers, with a bar that compares it with the largest. */
export function RankRow({ name, number, most, className }: RankRowProps) {
  const { i18n } = useLingui()
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-break-word">{name}</span>
        <span className="tabular-nums">{i18n.number(number)}</span>
      </div>
      <ShareBar to={number / most} className={className} />
    </li>
  )
}
