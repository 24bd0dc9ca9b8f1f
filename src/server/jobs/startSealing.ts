/** Every minute while the server runs: seals what has closed (docs/security.md, 41). */
import { setTimeout as delay } from 'node:timers/promises'
import { dayMs, minuteMs } from '../limits/durations.ts'
import { sealChains } from '../seals/sealChains.ts'
import type { ServerContext } from '../serverContext.ts'

/** After a piece, so that a backlog leaves the database to others most of the time. */
const pauseMs = 200

/** Returns a function that stops it, and lets a running piece finish. A demo seals nothing: its rows are removed before production. */
export function startSealing(context: ServerContext): () => Promise<void> {
  if (context.config.isDemo) return () => Promise.resolve()
  const stopping = new AbortController()
  const pause = async () => {
    await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    return stopping.signal.aborted
  }
  let sweptAt: number | undefined
  let running = look()

  async function look(): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      const now = performance.now()
      const isSweep = sweptAt === undefined || now - sweptAt > dayMs
      await sealChains(context, { isSweep, pause })
      if (isSweep) sweptAt = now
    } catch (error) {
      context.log.warn({ err: error }, 'the log could not be sealed and is sealed in a minute')
    }
  }

  // A backlog takes longer than a minute; what comes due meanwhile is done by it.
  let isRunning = true
  const settle = () => {
    isRunning = false
  }
  void running.then(settle)
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = look()
    void running.then(settle)
  }, minuteMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
