/** Starts callsProcess.ts on a free port, and stops or kills it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createApi, type Api } from '../../src/app/api/createApi.ts'
import { basePath } from '../../src/contract/basePath.ts'
import { answers } from './builtServer.ts'
import { freePort } from './freePort.ts'
import { scriptPath } from './scripts.ts'
import { testSecretKey } from './secretKey.ts'

export type CallsServer = {
  readonly api: Api
  readonly url: string
  readonly stop: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

/** `through`: a command that runs the server's own command, for example with resource limits. */
export async function startCallsServer(environment: Record<string, string>, through: readonly string[] = []): Promise<CallsServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [command, ...args] = [...through, process.execPath, scriptPath('callsProcess')]
  const child = spawn(command, args, {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      SECRET_KEY: testSecretKey,
      NODE_ENV: 'production',
      STAFF_SECOND_FACTOR: 'optional',
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(child, 'exit')
  const failed = exit.then(([code]) => {
    throw new Error(`the server stopped with code ${String(code)}`)
  })
  failed.catch(() => undefined)
  await Promise.race([failed, answers(`${url}/readyz`)])
  return {
    url,
    api: createApi({ fetch, baseUrl: url + basePath, session: { read: () => null, write: () => undefined, end: () => undefined } }),
    stop: async (signal) => {
      child.kill(signal)
      await exit
    },
  }
}
