/** Resolves when a whole frame was drawn. In the frame that has begun, layout is still to come after its callbacks. */
export function drawn(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
