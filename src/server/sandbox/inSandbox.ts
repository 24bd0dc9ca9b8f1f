/** Reads the files of strangers, account by account, in a process of its own (docs/security.md, 18 and 54). */
import { signalOfRequest } from '../config/requestScope.ts'
import { createTurns } from '../limits/turns.ts'
import { createSandbox, type Returned } from './createSandbox.ts'
import type { SandboxJobs } from './sandboxThread.ts'

const megabyte = 1_000_000

const sandbox = createSandbox<SandboxJobs>('sandbox/sandboxThread.ts', {
  cpuMs: 10_000,
  awaitedMaxMs: 20_000,
  // As long as the app waits for the answer to an upload.
  aloneMaxMs: 180_000,
  memoryMaxBytes: 224 * megabyte,
  leftMaxBytes: 32 * megabyte,
})
/** A file that waits is in memory. */
const inTurn = createTurns({ atOnceMax: 1, ofOneMax: 1, waitingMax: 64 })

export const warmSandbox = sandbox.warm

/**
 * Runs one of the sandbox's functions when it is the account's turn, unless its client has gone; `read` copies the file only then. Throws
 * FileError where the file is the cause, otherwise `service.unavailable.error`.
 */
export function inSandbox<Name extends keyof SandboxJobs>(
  account: number,
  name: Name,
  read: () => Parameters<SandboxJobs[Name]> | Promise<Parameters<SandboxJobs[Name]>>,
): Promise<Returned<SandboxJobs[Name]>> {
  return inTurn(account, async (isAwaited) => sandbox.run(name, await read(), isAwaited), signalOfRequest())
}
