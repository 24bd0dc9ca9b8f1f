import { useEffect, useState } from 'react'

const typingPauseMs = 250

/** A value that is typed, after a pause in typing: for a question that not every letter is worth. */
export function useSettled<T extends string>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
