/** Runs a command whose output goes on to this terminal, and keeps the end of what it writes as errors. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env } from 'node:process'

/** `stderr`: its last 64 KiB. */
export type Ended = { readonly status: number | null; readonly stderr: string }

const keptLength = 65_536

export async function runCommand(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...env, ...environment },
    shell: process.platform === 'win32',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    stderr = (stderr + text).slice(-keptLength)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stderr }
}
