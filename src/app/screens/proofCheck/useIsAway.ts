import { useEffect, useState } from 'react'

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'focus'] as const
const listening = { capture: true, passive: true }

/** Whether nobody has touched mouse, keyboard or screen for so long: the page may be open on the desk of somebody who has left. */
export function useIsAway(afterMs: number): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function noteInput(): void {
      clearTimeout(timer)
      timer = setTimeout(() => setAway(true), afterMs)
      setAway(false)
    }
    noteInput()
    for (const input of inputs) addEventListener(input, noteInput, listening)
    return () => {
      clearTimeout(timer)
      for (const input of inputs) removeEventListener(input, noteInput, listening)
    }
  }, [afterMs])
  return isAway
}
