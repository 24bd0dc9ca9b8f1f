/** Seals what has closed, each minute; a sweep looks at all rows (docs/security.md, 41). */
import { setTimeout as delay } from 'node:timers/promises'
import { sealChains } from '../seals/sealChains.ts'
import type { ServerContext } from '../serverContext.ts'

/** After a piece, so that a backlog leaves the database to others most of the time. */
const pauseMs = 200

export async function sealLog(context: ServerContext, { isSweep, signal }: { isSweep: boolean; signal: AbortSignal }): Promise<void> {
  const pause = async () => {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    return signal.aborted
  }
  signal.throwIfAborted()
  await sealChains(context, { isSweep, pause })
  // Then it may have stopped half-way.
  signal.throwIfAborted()
}
