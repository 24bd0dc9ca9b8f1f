/** Runs the built server (dist/server/main.js) as a process of its own, as a user would, on a free port and a throwaway folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'

export type BuiltServer = {
  readonly url: string
  readonly dataDir: string
  /** All that it has printed so far. */
  readonly output: () => string
  readonly isRunning: () => boolean
  /** Stops it; with SIGKILL as a power cut would. The data stays. Gives its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Asks it to stop, and waits for nothing. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Starts it again on the same port and folder, this once with these variables too. */
  readonly start: (others?: Record<string, string>) => Promise<void>
  /** Stops it and removes its folder. */
  readonly dispose: () => Promise<void>
}

/** Environment variable that names a data folder filled by a first start; see tests/e2e/prepareFolder.ts. */
export const filledFolder = 'FIELDPORT_TESTS_FILLED_FOLDER'

/**
 * `build` is the folder that `npm run build` has made. A first start fills its folder for seconds: where one was filled before, a copy of it
 * is taken.
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
      // Vite's build leaves NODE_ENV=production behind, and that means: no demo accounts.
      env: { ...process.env, NODE_ENV: undefined, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...environment, ...others },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`the server stopped with code ${String(code)}:\n${printed}`)
    })
    exited.catch(() => undefined)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await Promise.race([exited, answers(`${url}/readyz`)])
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
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
    dispose: async () => {
      await stop('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Polls until the address answers 200; a minute at most, after which the caller's test fails with what the server printed. */
export async function answers(address: string): Promise<void> {
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
  throw new Error(`${address} did not answer within a minute`)
}
