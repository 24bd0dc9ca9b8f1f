/**
 * Knows from what becomes of the sends whether the browser has lost a device, of which no event tells: permission was taken back, or the
 * computer slept. A frame that the cable loses is accepted; after such a loss every send is refused, or stays pending for ever (measured in
 * Chromium). A detector that is busy can leave one pending too, but is still listed. Knows no frames.
 */
import type { Clock } from '../../device/clock.ts'

const lostAfterMs = 3_000
/** Windows refuses the first sends after a detector was plugged in (WICG/webhid #111). */
const notLostBeforeMs = 5_000
/** A page that was busy, or a computer that slept, hears only now what was accepted long ago. */
const graceMs = 200

/** Called with each send. */
export type SendWatch = (sending: Promise<void>) => void

/** For a device that has just been opened. `isListed`: whether this page may still use it. */
export function watchSends(clock: Clock, isListed: () => Promise<boolean>, onLost: () => void): SendWatch {
  const openedAtMs = clock.now()
  let isSuspected = false
  /** Since when no send has been accepted; null while all are. */
  let waitingSinceMs: number | null = null
  let isRefused = false

  async function decide(): Promise<void> {
    isSuspected = false
    if (waitingSinceMs !== null && (isRefused || !(await isListed()))) onLost()
  }
  function look(): void {
    const nowMs = clock.now()
    if (isSuspected || waitingSinceMs === null || nowMs - waitingSinceMs < lostAfterMs || nowMs - openedAtMs < notLostBeforeMs) return
    isSuspected = true
    clock.schedule(graceMs, () => void decide())
  }
  function accept(): void {
    waitingSinceMs = null
    isRefused = false
  }
  function refuse(): void {
    isRefused = true
    look()
  }

  return (sending) => {
    waitingSinceMs ??= clock.now()
    sending.then(accept, refuse)
    look()
  }
}
