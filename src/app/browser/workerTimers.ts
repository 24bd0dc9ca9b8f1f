/** Timers that run in a worker: a hidden page's own are slowed to one a second, and after five minutes to one a minute. */
import type { Clock } from '../../device/clock.ts'

const due = new Map<number, () => void>()
let lastId = 0
let worker: Worker | null = null

/** Calls `run` once after `delayMs`. Returns a function that cancels it. */
export function scheduleInWorker(delayMs: number, run: () => void): () => void {
  worker ??= startWorker()
  lastId += 1
  const id = lastId
  due.set(id, run)
  worker.postMessage({ id, delayMs }, [])
  return () => due.delete(id)
}

/** Real time, in a hidden page too. What has no delay comes right after what runs now. */
export const workerClock: Clock = {
  now: () => performance.now(),
  schedule(delayMs, run) {
    if (delayMs > 0) return scheduleInWorker(delayMs, run)
    let isCancelled = false
    queueMicrotask(() => {
      if (!isCancelled) run()
    })
    return () => {
      isCancelled = true
    }
  },
}

function startWorker(): Worker {
  const timer = new Worker(new URL('../../../workers/timer.worker.ts', import.meta.url), { type: 'module' })
  timer.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const run = due.get(data)
    due.delete(data)
    run?.()
  })
  return timer
}
