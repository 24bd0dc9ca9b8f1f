/** Runs the built server (dist/server/main.js) as a process, on a free port and in a temporary folder (or those of PORT and DATA_DIR). */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'

export type BuiltServer = {
  readonly url: string
  readonly dataDir: string
  /** Where its database is; undefined for the embedded one, in its folder. */
  readonly databaseUrl: string | undefined
  /** Everything that it has printed. */
  readonly output: () => string
  readonly isRunning: () => boolean
  readonly pid: () => number | undefined
  /** Stops it; SIGKILL simulates a power cut. The data stays. Returns the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Sends the signal without waiting. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Starts it again on the same port and folder; these variables apply to this run only. */
  readonly start: (others?: Record<string, string>) => Promise<void>
  /** Stops it, and removes its folder unless DATA_DIR was given. */
  readonly dispose: () => Promise<void>
}

/** `build` is the output folder of `npm run build`. */
export async function startBuiltServer(environment: Record<string, string> = {}, build = 'dist'): Promise<BuiltServer> {
  const own = await mkdtemp(join(tmpdir(), 'fieldport-e2e-'))
  const dataDir = environment['DATA_DIR'] ?? own
  const port = environment['PORT'] ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''

  async function start(others: Record<string, string> = {}): Promise<void> {
    child = spawn(process.execPath, [join(build, 'server/main.js')], {
      // Vite's build sets NODE_ENV=production, which means: no demo accounts.
      env: { ...process.env, NODE_ENV: undefined, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...environment, ...others },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`the server stopped with code ${String(code)}:\n${printed}`)
    })
    exited.catch(() => undefined)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await Promise.race([exited, answers(`${url}/readyz`, () => printed)])
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (child === undefined || !isRunning()) return null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  function isRunning(): boolean {
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  await start()
  return {
    url,
    dataDir,
    databaseUrl: environment['DATABASE_URL'],
    output: () => printed,
    isRunning,
    pid: () => child?.pid,
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
    dispose: async () => {
      await stop('SIGKILL')
      await rm(own, { recursive: true, force: true })
    },
  }
}

/** Waits until the address responds with 200. After a minute it throws with `printed`, what the server has printed. */
export async function answers(address: string, printed = () => ''): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const isReady = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((wake) => {
      setTimeout(wake, 50)
    })
  }
  throw new Error(`${address} did not answer within a minute:\n${printed()}`)
}
