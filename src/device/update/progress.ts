/** Turns confirmed bytes into what a person sees: bytes, rate, time left, at most five times a second. Knows no frames and no link. */
import type { Clock } from '../clock.ts'
import type { UpdateState } from '../workerApi.ts'

/** Section 9. */
const reportEveryMs = 200
/** A rate over less time than this says nothing yet. */
const steadyAfterMs = 500
/** The share of the newest measurement in the rate shown: it follows a link that slows down within a second or two, and does not flicker. */
const newestShare = 0.15

/** Call the result with the confirmed bytes: 0 when programming is announced, then after each chunk. The first state is reported at once. */
export function createProgress(clock: Clock, totalBytes: number, onState: (state: UpdateState) => void): (sentBytes: number) => void {
  let firstChunkAtMs: number | null = null
  let reported = { atMs: -Infinity, bytes: 0 }
  let rate: number | null = null

  return (sentBytes) => {
    const nowMs = clock.now()
    const elapsedMs = nowMs - reported.atMs
    if (elapsedMs < reportEveryMs) return
    if (firstChunkAtMs === null) {
      // The rate counts from the first chunk: the pause before programming is not the link's.
      if (sentBytes > 0) firstChunkAtMs = nowMs
    } else {
      const latest = ((sentBytes - reported.bytes) * 1000) / elapsedMs
      rate = rate === null ? latest : rate + (latest - rate) * newestShare
    }
    reported = { atMs: nowMs, bytes: sentBytes }
    const steadyRate = firstChunkAtMs !== null && nowMs - firstChunkAtMs >= steadyAfterMs ? rate : null
    onState({
      phase: 'programming',
      sentBytes,
      totalBytes,
      bytesPerSecond: steadyRate,
      remainingMs: steadyRate === null || steadyRate === 0 ? null : ((totalBytes - sentBytes) * 1000) / steadyRate,
    })
  }
}
