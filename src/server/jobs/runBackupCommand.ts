/** Runs `backup --scheduled` as a process of its own: neither its memory nor its time is the server's. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'
import type { RunBackup } from './makeDueBackup.ts'

const killedAfterMs = 15_000
/** Of what it said when it ended without an answer. */
const complaintLength = 2_000

const answerSchema = v.union([
  v.object({
    made: v.object({
      name: v.string(),
      place: v.string(),
      madeAt: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
      rows: v.number(),
      files: v.number(),
      missingFiles: v.array(v.string()),
    }),
  }),
  v.object({ failure: v.string() }),
])

/** `commandPath` is that of the built command. It ends itself when this process ends. */
export function runBackupCommand(commandPath: string, environment: NodeJS.ProcessEnv): RunBackup {
  return async (signal) => {
    signal.throwIfAborted()
    const child = fork(commandPath, ['--scheduled'], { env: environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let [complaint, answer]: [string, unknown] = ['', undefined]
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-complaintLength)))
    child.on('message', (message) => (answer = message))
    let killing: NodeJS.Timeout | undefined
    const stop = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), killedAfterMs)
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      await once(child, 'close')
      const { exitCode, signalCode } = child
      const read = v.safeParse(answerSchema, answer)
      if (!read.success) throw new Error(`The process that makes the backup ended with ${exitCode ?? signalCode}. ${complaint}`.trim())
      if ('failure' in read.output) throw new Error(read.output.failure)
      return read.output.made
    } finally {
      clearTimeout(killing)
      signal.removeEventListener('abort', stop)
    }
  }
}
