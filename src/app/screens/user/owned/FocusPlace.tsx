import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'

type FocusPlaceProps = { count: number; className?: string; children: ReactNode }

/** What is around a list. Takes the focus when the row that had it is deleted, or gives it to the list where some rows are left. */
export function FocusPlace({ count, className, children }: FocusPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const shownCount = useRef(count)
  useEffect(() => {
    const hasLostRow = count < shownCount.current
    shownCount.current = count
    if (hasLostRow && document.activeElement === document.body) (place.current?.querySelector('ul') ?? place.current)?.focus()
  }, [count])
  return (
    <div ref={place} tabIndex={-1} className={cn('outline-none', className)}>
      {children}
    </div>
  )
}
