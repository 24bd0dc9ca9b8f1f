/** Turns confirmed bytes into the progress that the page shows: bytes, rate and time left. Knows no frames and no link. */
import type { Clock } from '../clock.ts'
import type { RunningUpdateState } from './updateState.ts'

/** At most five reports a second (device document, section 9). */
const reportEveryMs = 200
/** Before that, the rate is not reliable. */
const reliableAfterMs = 500
/** The weight of the newest measurement in the rate: the rate follows a link that slows down within one or two seconds, and does not flicker. */
const newestWeight = 0.15

/** Call the result with the confirmed bytes: 0 when programming starts, then after each chunk. The first call always reports. */
export function createProgress(
  clock: Clock,
  totalBytes: number,
  onState: (state: RunningUpdateState) => void,
): (sentBytes: number) => void {
  let firstChunkAtMs: number | null = null
  let reported = { atMs: -Infinity, bytes: 0 }
  let rate: number | null = null

  return (sentBytes) => {
    const nowMs = clock.now()
    const elapsedMs = nowMs - reported.atMs
    if (elapsedMs < reportEveryMs) return
    if (firstChunkAtMs === null) {
      // The rate starts with the first chunk, because the pause before it says nothing about the link.
      if (sentBytes > 0) firstChunkAtMs = nowMs
    } else {
      const newest = ((sentBytes - reported.bytes) * 1000) / elapsedMs
      rate = rate === null ? newest : rate + (newest - rate) * newestWeight
    }
    reported = { atMs: nowMs, bytes: sentBytes }
    const reliableRate = firstChunkAtMs !== null && nowMs - firstChunkAtMs >= reliableAfterMs ? rate : null
    onState({
      phase: 'programming',
      sentBytes,
      totalBytes,
      bytesPerSecond: reliableRate,
      remainingMs: reliableRate === null || reliableRate === 0 ? null : ((totalBytes - sentBytes) * 1000) / reliableRate,
    })
  }
}
