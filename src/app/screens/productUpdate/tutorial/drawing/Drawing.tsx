import { createContext, type ReactNode, use } from 'react'
import './drawing.css'
import './movements.css'

/** Whether the reader has stopped the movements. */
export const StillContext = createContext(false)

/** The sheet that every drawing stands on: 480 by 300 units. Its movements end in the picture that stands still without them. */
export function Drawing({ name, children }: { name: string; children: ReactNode }) {
  const isStill = use(StillContext)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the page, so that it follows the theme: an <img> could not
    <svg role="img" aria-label={name} viewBox="0 0 480 300" className="drawing size-full" data-still={isStill || undefined}>
      {children}
    </svg>
  )
}
