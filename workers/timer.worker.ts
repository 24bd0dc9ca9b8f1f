/** Timers for the simulated detector, because a hidden page slows its own. A delay goes in, and its id comes back when the time is over. */
export type Delay = { readonly id: number; readonly delayMs: number }

addEventListener('message', ({ data }: MessageEvent<Delay>) => {
  setTimeout(() => postMessage(data.id), data.delayMs)
})
