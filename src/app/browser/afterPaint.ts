/** A page that draws more than its computer can show does nothing else any more, and an update's frames pass through it. */

/** In a hidden page, which never paints, and where a paint does not come: so long. */
const hiddenMs = 200
const paintMaxMs = 1_000

/**
 * Hands on the newest of what comes, one at a time: the next after the drawing before was painted. `isUrgent` says what is never held back;
 * what waits then is out of date and goes.
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
  // A frame is painted right after its callbacks: a task that comes then comes after it.
  if (!isHidden) requestAnimationFrame(() => setTimeout(end))
}
