import { onTestFinished, vi } from 'vitest'

/** From now on the returned function moves time ahead, until the test ends. Time also goes on by itself: what waits for a moment gets it. */
export function movedClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (ms) => {
    vi.advanceTimersByTime(ms)
  }
}
