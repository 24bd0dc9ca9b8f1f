import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A part of a screen that takes the focus, and with it the view, each time a link leads to its anchor. */
export function useFocusByAnchor(anchor: string) {
  const part = useRef<HTMLElement>(null)
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== anchor) return
    part.current?.scrollIntoView()
    part.current?.focus({ preventScroll: true })
  }, [location, anchor])
  return part
}
