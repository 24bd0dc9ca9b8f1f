/**
 * The process of createSandbox.ts. Its own thread looks after the one that reads files: how much memory and processor time they take. It ends
 * when either is too much, and with the server. Knows no function by name.
 */
import { once } from 'node:events'
import { wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { startThread } from '../threads/inThread.ts'

export type SandboxLimits = {
  /** Of the processor, by all threads: however busy the machine is, the same bytes take about as much. */
  readonly cpuMs: number
  /** Resident, beyond what the process had when the call began: what calls before have left counts for none after them. */
  readonly memoryMaxBytes: number
  /** What calls may leave behind before the process is replaced. */
  readonly leftMaxBytes: number
}

export type SandboxCall = { readonly name: string; readonly args: readonly unknown[]; readonly limits: SandboxLimits }

export type Verdict = 'refused' | 'time' | 'memory'

/** `isLast`: the process is to be ended. */
export type SandboxAnswer = { readonly isLast: boolean } & (
  | { readonly value: unknown }
  | { readonly verdict: Verdict; readonly message: string }
)

const tickMs = 5
/** V8's own limit; memory that is resident ends the process before. */
const heapMaxMb = 1_024

const [, , source = ''] = process.argv
const thread = startThread(source, heapMaxMb)
const jobs = wrap<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>(nodeEndpoint(thread))
// A thread that broke has not judged anything.
thread.once('error', end).once('exit', end)
// Signals to a whole group of processes are the server's matter, which may still want an answer.
process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined)
process.on('disconnect', end)

/** `process.exit` would wait for native code. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

const ready = once(thread, 'message')
let idleBytes: number | undefined

async function answer({ name, args, limits }: SandboxCall): Promise<void> {
  await ready
  process.send?.('begun')
  const bytesBefore = process.memoryUsage.rss()
  idleBytes ??= bytesBefore
  const cpuBefore = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    if (process.memoryUsage.rss() - bytesBefore > limits.memoryMaxBytes) stopAt('memory')
    else if ((user + system) / 1000 > limits.cpuMs) stopAt('time')
  }, tickMs)
  function stopAt(verdict: Verdict): void {
    clearInterval(watch)
    send({ verdict, message: name, isLast: true }, end)
  }
  const answered = await jobs[name]?.(...args).then(
    (value) => ({ value }),
    (error: unknown) => ({ verdict: 'refused', message: error instanceof Error ? error.message : String(error) }) as const,
  )
  clearInterval(watch)
  if (answered !== undefined) send({ ...answered, isLast: process.memoryUsage.rss() - idleBytes > limits.leftMaxBytes })
}

function send(message: SandboxAnswer, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent)
}

process.on('message', (call: SandboxCall) => void answer(call))
