/** The build in another folder with only its production packages, run by the commands of the README. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'playwright/test'
import { createApi } from '../../src/app/api/createApi.ts'
import { basePath } from '../../src/contract/basePath.ts'
import { answers } from '../support/builtServer.ts'
import { freePort } from '../support/freePort.ts'

let folder = ''
type Npm = ChildProcessByStdio<null, Readable, Readable>
let server: Npm | undefined

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldport-production-'))
  for (const part of ['dist', 'package.json', 'package-lock.json']) await cp(part, join(folder, part), { recursive: true })
})
test.afterAll(async () => {
  if (server?.pid !== undefined) {
    // To the whole process group, as a terminal or a service manager does: the shell between npm and the server forwards no signal.
    process.kill(-server.pid, 'SIGTERM')
    // Only after the last process of the group has ended.
    await once(server, 'close')
  }
  await rm(folder, { recursive: true, force: true })
})

/** As in a shell in that folder: without this project's packages on the path, and without npm's variables. */
function npm(parts: readonly string[], environment: Record<string, string> = {}): Npm {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$|^NODE_/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const env = { ...Object.fromEntries(inherited), PATH: path.join(delimiter), NODE_ENV: 'production', ...environment }
  return spawn('npm', parts, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
}

async function npmDone(parts: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const child = npm(parts, environment)
  const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect({ code, complaint }).toMatchObject({ code: 0 })
  return out
}

test('a copy of the build with its production packages creates an administrator, starts, and signs them in', async () => {
  await npmDone(['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'])
  const packages = await readdir(join(folder, 'node_modules'))
  expect(packages).toContain('hono')
  expect(['vite', 'vitest', 'react'].filter((name) => packages.includes(name))).toEqual([])

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { DATA_DIR: join(folder, 'data'), PORT: String(port), PUBLIC_URL: url, DRAIN_SECONDS: '0' }
  await npmDone(['run', 'db:migrate'], environment)
  const printed = await npmDone(['run', 'create-admin', '--', 'boss@example.com', '--firstname', 'Ann'], environment)
  const password = /^Password, shown this once: (\S+)$/m.exec(printed)?.[1] ?? ''

  server = npm(['start'], environment)
  server.stdout.resume()
  server.stderr.resume()
  await answers(`${url}/readyz`)
  const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<script type="module"')
  const api = createApi({ fetch, baseUrl: url + basePath, session: { read: () => null, write: () => undefined, end: () => undefined } })
  const session = await api.authentication.login({ body: { username: 'boss@example.com', password } })
  expect(session.roles).toEqual(['ROLE_ADMIN'])
  const { demoAccounts } = await api.configuration.get()
  expect(demoAccounts).toEqual([])
})
