import type { ReactNode } from 'react'
import '../../../../kit/detector/drawing.css'
import './movements.css'

type DrawingProps = {
  name: string
  /** Whether the user has stopped the movements. */
  isStill: boolean
  children: ReactNode
}

/** The sheet of every drawing, 480 by 300 units. Its movements end in the picture that is shown without movement. */
export function Drawing({ name, isStill, children }: DrawingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline, because an <img> could not follow the theme
    <svg role="img" aria-label={name} viewBox="0 0 480 300" className="drawing size-full" data-still={isStill || undefined}>
      {children}
    </svg>
  )
}
