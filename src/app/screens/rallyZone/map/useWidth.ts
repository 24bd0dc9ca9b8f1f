import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element's width in whole pixels, also after it changes; 0 before the first layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    // It also reports the first size.
    const observer = new ResizeObserver(() => setWidth(Math.round(current.clientWidth)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
