/** Runs the scripts that prepareScripts.ts has bundled as processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'

export function scriptPath(name: string): string {
  return join(inject('scripts').folder, `${name}.js`)
}

type Environment = Readonly<Record<string, string>>

export type Ended = { readonly out: string; readonly complaint: string; readonly code: number }

/** Runs like the npm script of that name in production; returns its output and exit code. */
export async function runCommand(name: string, parts: readonly string[], environment: Environment, input = ''): Promise<Ended> {
  return runScript(scriptPath(name), parts, environment, input)
}

export async function runScript(path: string, parts: readonly string[], environment: Environment, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [path, ...parts], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
  child.stdin.end(input)
  const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, complaint, code: Number(code) }
}

export type Running = {
  /** Whole lines that it has printed. */
  readonly lines: () => readonly string[]
  /** Resolves when it has ended, and all that it printed has come. */
  readonly closed: Promise<unknown>
  /** As a crash would end it. Resolves with the signal that did, or null if it had ended before. */
  readonly kill: () => Promise<NodeJS.Signals | null>
}

/** Starts like `runCommand`, for as long as the test runs. What it writes as errors goes on to this terminal. */
export function startCommand(name: string, parts: readonly string[], environment: Environment = {}): Running {
  const child = spawn(process.execPath, [scriptPath(name), ...parts], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Not 'exit': what it printed before may still be on its way.
  const closed = once(child, 'close')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece))
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
    return child.signalCode
  }
  onTestFinished(async () => void (await kill()))
  return { lines: () => printed.split('\n').slice(0, -1), closed, kill }
}
