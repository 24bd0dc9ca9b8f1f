import { minuteMs } from '../limits/durations.ts'

/** Runs `look`, which never throws, now and every minute, one after the other. Returns a function that stops it, and lets a running look finish. */
export function everyMinute(look: () => Promise<void>): () => Promise<void> {
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, minuteMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
