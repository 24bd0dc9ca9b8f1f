/**
 * Runs slow computing in a worker thread, so that other requests are answered meanwhile. A thread file passes its functions to
 * `exposeThread` and has an entry in `serverInputs` of vite.config.ts. Knows no thread by name.
 */
import { Worker } from 'node:worker_threads'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { findBeside } from '../config/findBeside.ts'
import { threadReady } from './threadReady.ts'

export type ThreadLimits = {
  /** From the moment the thread's code is loaded. Also covers what `work` waits for meanwhile. */
  readonly timeoutMs: number
  /** Of JavaScript's heap; buffers are not counted. */
  readonly heapMaxMb: number
}

type Reason = 'timeout' | 'memory' | 'broken'

/** A thread that took too long, ran out of memory or broke. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError'
  readonly reason: Reason

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** A thread is loaded in a tenth of a second; a machine under full load takes longer. */
const startMaxMs = 10_000

/**
 * Starts the thread, lets `work` call its functions, and ends it. `source` is the thread file's path relative to `src/server`. Throws
 * ThreadError, or what `work` throws; an error of the thread's functions arrives with its message only.
 */
export async function inThread<Api, Result>(
  source: `${string}.ts`,
  { timeoutMs, heapMaxMb }: ThreadLimits,
  work: (api: Remote<Api>) => Promise<Result>,
): Promise<Result> {
  const worker = startThread(source, heapMaxMb)
  const countdown: { stop?: () => void } = {}
  const failure = new Promise<never>((_resolve, reject) => {
    function limitTo(ms: number): void {
      countdown.stop?.()
      countdown.stop = countDown(ms, () => reject(new ThreadError('timeout', `${source} took longer than ${timeoutMs} ms`)))
    }
    limitTo(startMaxMs + timeoutMs)
    worker.on('message', (message) => {
      if (message === threadReady) limitTo(timeoutMs)
    })
    worker.once('error', (error) => reject(new ThreadError(reasonOf(error), `${source} broke`, error)))
    worker.once('exit', (code) => reject(new ThreadError('broken', `${source} ended with exit code ${code}`)))
  })
  try {
    return await Promise.race([work(wrap<Api>(nodeEndpoint(worker))), failure])
  } finally {
    countdown.stop?.()
    await worker.terminate()
  }
}

const tickMs = 20

/** In short ticks: on a machine that is too busy to run them in time, and so to run the thread, what they are late does not count. */
export function countDown(ms: number, onOver: () => void): () => void {
  let left = Math.ceil(ms / tickMs)
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    onOver()
  }, tickMs)
  return () => clearInterval(timer)
}

function reasonOf(error: unknown): Reason {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken'
}

/** Built, thread files are in dist/server under their own name. */
export function startThread(source: string, heapMaxMb: number): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: heapMaxMb } }
  const built = source.replace(/^.*\//, '').replace(/\.ts$/, '.js')
  return new Worker(findBeside(import.meta.dirname, built, source), options)
}
