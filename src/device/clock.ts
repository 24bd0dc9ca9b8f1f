/** The only time that the device layers know. In the worker it is the real time; in tests a virtual clock, so that hours take seconds. */
export type Clock = {
  /** Milliseconds since a fixed moment; never goes back. */
  now(): number
  /** Calls `run` once after `delayMs`. The returned function cancels it; after the call it has no effect. */
  schedule(delayMs: number, run: () => void): () => void
}
