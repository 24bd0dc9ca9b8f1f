/**
 * Limits updates to what the page can paint. On a slow computer they would otherwise block the main thread, which also relays the
 * detector's frames.
 */
import { afterPaint } from './afterPaint.ts'

/** The page has this many times as long for other work as the last value took to draw, but no longer than `freeMaxMs`. */
const freeShare = 9
const freeMaxMs = 5_000

/**
 * Passes values on one at a time: the next one once the last was painted and nine times as long has passed since, and only the newest of those
 * that arrived meanwhile. A value for which `isUrgent` returns true is passed on at once and replaces the one that waits.
 */
export function createPacer<T>(show: (value: T) => void, isUrgent: (value: T, before: T | null) => boolean): (value: T) => void {
  let shown: T | null = null
  let waiting: { readonly value: T } | null = null
  let isDrawing = false

  function draw(value: T): void {
    shown = value
    waiting = null
    const beganAtMs = performance.now()
    show(value)
    if (isDrawing) return
    isDrawing = true
    afterPaint(() => setTimeout(rested, Math.min(freeShare * (performance.now() - beganAtMs), freeMaxMs)))
  }
  function rested(): void {
    isDrawing = false
    if (waiting !== null) draw(waiting.value)
  }

  return (value) => {
    if (!isDrawing || isUrgent(value, shown)) draw(value)
    else waiting = { value }
  }
}
