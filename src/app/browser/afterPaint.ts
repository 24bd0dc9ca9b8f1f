/**
 * Limits updates to what the page can paint. On a slow computer they would otherwise block the main thread, which also relays the
 * detector's frames.
 */

/** A hidden page never paints: continue after this time. */
const hiddenMs = 200
const paintMaxMs = 1_000

/**
 * Passes values on one at a time: the next one after the last was painted, and only the newest of those that arrived since. A value for
 * which `isUrgent` returns true is passed on at once and replaces the one that waits.
 */
export function createPacer<T>(show: (value: T) => void, isUrgent: (value: T, before: T | null) => boolean): (value: T) => void {
  let shown: T | null = null
  let waiting: { readonly value: T } | null = null
  let isDrawing = false

  function draw(value: T): void {
    shown = value
    waiting = null
    show(value)
    if (isDrawing) return
    isDrawing = true
    afterPaint(() => {
      isDrawing = false
      if (waiting !== null) draw(waiting.value)
    })
  }

  return (value) => {
    if (!isDrawing || isUrgent(value, shown)) draw(value)
    else waiting = { value }
  }
}

function afterPaint(then: () => void): void {
  let isOver = false
  function end(): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    then()
  }
  const isHidden = document.visibilityState === 'hidden'
  const timer = setTimeout(end, isHidden ? hiddenMs : paintMaxMs)
  // The browser paints right after the frame callbacks, so a task queued here runs after the paint.
  if (!isHidden) requestAnimationFrame(() => setTimeout(end))
}
