/** Keeps time for the simulated detector, whose own time does not slow down when a page is hidden. A delay goes in and comes back as a message. */
export type Delay = { readonly id: number; readonly delayMs: number }

addEventListener('message', ({ data }: MessageEvent<Delay>) => {
  setTimeout(() => postMessage(data.id), data.delayMs)
})
