import { useEffect, useState } from 'react'

/** Seconds until `endsAt` (in ms since 1970), updated as they pass; 0 afterwards. */
export function useCountdown(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}
