import { useEffect, useRef } from 'react'

/** Calls `onChange` whenever the page's colours change: the reader's choice stands on <html> (public/beforePaint.js), else the system decides. */
export function useThemeChange(onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const call = () => latest.current()
    const systems = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))
    for (const system of systems) system.addEventListener('change', call)
    const observer = new MutationObserver(call)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      for (const system of systems) system.removeEventListener('change', call)
      observer.disconnect()
    }
  }, [])
}
