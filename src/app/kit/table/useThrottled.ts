import { useEffect, useRef, useState } from 'react'

/** `value` as it is, but after a change the next one is only passed on when `everyMs` are over. */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [passed, setPassed] = useState(value)
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === passed) return
    const timer = setTimeout(
      () => {
        lastAt.current = performance.now()
        setPassed(value)
      },
      Math.max(0, lastAt.current + everyMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [value, passed, everyMs])
  return passed
}
