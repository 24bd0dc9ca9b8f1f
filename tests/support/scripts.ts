/** Runs the scripts that prepareScripts.ts has bundled as processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

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
