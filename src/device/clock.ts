/** The time that the device layers live in, given from outside: a worker's timers, or a virtual clock in which a campaign of faults takes seconds. */
export type Clock = {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number
  /** Runs `run` once after `delayMs`; the returned function calls it off and is harmless afterwards. */
  schedule(delayMs: number, run: () => void): () => void
}
