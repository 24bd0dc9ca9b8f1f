/**
 * Runs the functions of a thread file in a process of its own, with limits of memory and time (docs/security.md, 54): threads would share
 * buffers with the server, and Node limits their heaps alone. One call at a time; the process is kept for the next one. Knows no function by
 * name.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '../../errors.ts'
import { findBeside } from '../config/findBeside.ts'
import { countDown } from '../threads/inThread.ts'
import type { SandboxAnswer, SandboxCall, SandboxLimits, Verdict } from './sandboxProcess.ts'

/** What the bytes alone are the cause of: a function refused them, or they took too much of a process that read nothing else. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly verdict: Verdict

  constructor(verdict: Verdict, message: string) {
    super(message)
    this.verdict = verdict
  }
}

/** By the clock, from when the process is ready. That a machine is too busy to give a file `cpuMs` within them is no fault of the file. */
type Limits = SandboxLimits & {
  /** While others wait, and for as long as they do. */
  readonly awaitedMaxMs: number
  readonly aloneMaxMs: number
}

/** A process is ready within a second; a machine under full load takes longer. */
const startMaxMs = 30_000

/** It may read files, as its code is files, but write none and start no process. It gets no variables, so no secrets of the environment. */
const confined = ['--permission', '--allow-fs-read=*', '--allow-worker', '--allow-addons', '--disable-warning=SecurityWarning']

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>
export type Returned<Call extends Functions[string]> = Call extends (...args: never[]) => infer Result ? Awaited<Result> : never

/** `source` is the thread file's path relative to `src/server`. */
export function createSandbox<Jobs extends Functions>(source: `${string}.ts`, { awaitedMaxMs, aloneMaxMs, ...limits }: Limits) {
  let kept: ChildProcess | undefined

  function start(): ChildProcess {
    const entry = findBeside(import.meta.dirname, 'sandboxProcess.js', 'sandbox/sandboxProcess.ts')
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    const child = fork(entry, [source], { env: {}, execArgv: confined, serialization: 'advanced', stdio: [...stdio] })
    const forget = () => {
      if (kept === child) kept = undefined
    }
    child.once('error', forget).once('close', forget)
    hold(child, false)
    return child
  }

  async function attempt(call: SandboxCall, isAwaited: () => boolean): Promise<SandboxAnswer> {
    const child = (kept ??= start())
    const answer = await ask(child, call, { isAwaited, awaitedMaxMs, aloneMaxMs })
    if (answer?.isLast !== false) renew()
    if (answer === undefined) throw new Error(`the sandbox ended during ${call.name}: ${child.signalCode ?? child.exitCode}`)
    return answer
  }

  function renew(): void {
    kept = undefined
    try {
      kept = start()
    } catch {
      // The system gives no process now: the next call tries again.
    }
  }

  /**
   * Throws FileError, or `service.unavailable.error` where the process ended for any other reason. Call it when the one before has ended.
   * `isAwaited` says whether others wait.
   */
  async function run<Name extends keyof Jobs & string>(
    name: Name,
    args: Parameters<Jobs[Name]>,
    isAwaited = () => true,
  ): Promise<Returned<Jobs[Name]>> {
    const answer = await attempt({ name, args, limits }, isAwaited).catch((cause: unknown) => {
      throw new AppError('service.unavailable.error', { cause })
    })
    // Of the function that was called.
    if ('value' in answer) return answer.value as Returned<Jobs[Name]>
    throw new FileError(answer.verdict, answer.message)
  }

  return {
    /** So that the first file need not wait for it. */
    warm(): void {
      kept ??= start()
    },
    run,
  }
}

type Waiting = Pick<Limits, 'awaitedMaxMs' | 'aloneMaxMs'> & { readonly isAwaited: () => boolean }

/** Resolves once the process is ready for the next call, or has ended; with undefined if it ended without an answer. */
async function ask(
  child: ChildProcess,
  call: SandboxCall,
  { isAwaited, awaitedMaxMs, aloneMaxMs }: Waiting,
): Promise<SandboxAnswer | undefined> {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  const resolve = () => go()
  const countdown: { stop?: () => void } = {}
  let answer: SandboxAnswer | undefined
  function limitTo(ms: number, leftMs = 0): void {
    countdown.stop?.()
    countdown.stop = countDown(ms, () => {
      if (leftMs <= 0 || isAwaited()) child.kill('SIGKILL')
      // Whoever comes meanwhile waits no longer either.
      else limitTo(ms, leftMs - ms)
    })
  }
  function onMessage(message: SandboxAnswer | 'begun'): void {
    if (message === 'begun') return limitTo(awaitedMaxMs, aloneMaxMs - awaitedMaxMs)
    answer ??= message
    if (answer.isLast) child.kill('SIGKILL')
    else resolve()
  }
  limitTo(startMaxMs)
  child.on('message', onMessage).once('error', resolve).once('close', resolve)
  hold(child, true)
  // A process that is gone closes.
  child.send(call, () => undefined)
  await promise
  countdown.stop?.()
  child.off('message', onMessage).off('error', resolve).off('close', resolve)
  hold(child, false)
  return answer
}

/** While it works, the server's process waits for it; otherwise it ends with the server. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const change = isHeld ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}
