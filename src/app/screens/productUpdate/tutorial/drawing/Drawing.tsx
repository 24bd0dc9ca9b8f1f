import { createContext, type ReactNode, use } from 'react'
import '../../../../kit/detector/drawing.css'
import './movements.css'

/** Whether the user has stopped the movements. */
export const StillContext = createContext(false)

/** The sheet of every drawing, 480 by 300 units. Its movements end in the picture that is shown without movement. */
export function Drawing({ name, children }: { name: string; children: ReactNode }) {
  const isStill = use(StillContext)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline, because an <img> could not follow the theme
    <svg role="img" aria-label={name} viewBox="0 0 480 300" className="drawing size-full" data-still={isStill || undefined}>
      {children}
    </svg>
  )
}
