/** A page that does not paint, for example a hidden one, continues after this time. */
const paintMaxMs = 1_000

export function afterPaint(then: () => void): void {
  let isOver = false
  function end(): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    then()
  }
  const timer = setTimeout(end, paintMaxMs)
  // The browser paints right after the frame callbacks, so a task queued here runs after the paint. A hidden page has no frames.
  requestAnimationFrame(() => setTimeout(end))
}
