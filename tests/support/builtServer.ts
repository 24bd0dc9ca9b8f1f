/** Runs the built server (dist/server/main.js) as a process, on a free port and in a temporary folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'

export type BuiltServer = {
  readonly url: string
  readonly dataDir: string
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
  /** Stops it and removes its folder. */
  readonly dispose: () => Promise<void>
}

/** The environment variable with the path of a prepared data folder; see tests/e2e/prepareFolder.ts. */
export const filledFolder = 'FIELDPORT_TESTS_FILLED_FOLDER'

/**
 * `build` is the output folder of `npm run build`. Filling a new data folder takes seconds, so a prepared one is copied if there is one.
 */
export async function startBuiltServer(environment: Record<string, string> = {}, build = 'dist'): Promise<BuiltServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-e2e-'))
  const filled = process.env[filledFolder]
  if (filled !== undefined) await cp(filled, dataDir, { recursive: true })
  const port = await freePort()
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
    output: () => printed,
    isRunning,
    pid: () => child?.pid,
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
    dispose: async () => {
      await stop('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
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
