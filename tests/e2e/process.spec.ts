/** The server as a process: started, stopped, started twice and killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'playwright/test'
import { createApi } from '../../src/app/api/createApi.ts'
import { basePath } from '../../src/contract/basePath.ts'
import type { LoginSession } from '../../src/contract/authentication.ts'
import { users } from '../../src/server/db/tables.ts'
import { startBuiltServer, type BuiltServer } from '../support/builtServer.ts'
import { freePort } from '../support/freePort.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { password } from './portal.ts'

test.describe.configure({ mode: 'parallel' })

type Run = { out: string; complaint: string; code: unknown }

/** Runs a command of the build, such as `main`, until it exits. */
async function runBuilt(command: string, environment: Record<string, string>, ...parts: readonly string[]): Promise<Run> {
  const env = { ...process.env, ...environment }
  // A server that starts although it should not is killed, so that the test fails and leaves nothing behind.
  const child = spawn(process.execPath, [`dist/server/${command}.js`, ...parts], { env, timeout: 90_000, killSignal: 'SIGKILL' })
  const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, complaint, code }
}

async function customerOf({ url }: BuiltServer) {
  let held: LoginSession | null = null
  const session = { read: () => held, write: (next: LoginSession) => void (held = next), end: () => void (held = null) }
  const api = createApi({ fetch, baseUrl: url + basePath, session })
  held = await api.authentication.login({ body: { username: 'customer@example.com', password } })
  return api
}

test('a second start on the same data folder is refused in one line with exit code 1; the first one goes on, and stops with code 0', async () => {
  const first = await startBuiltServer()
  try {
    const second = await runBuilt('main', { DATA_DIR: first.dataDir, PORT: String(await freePort()) })
    expect(second).toEqual({
      out: '',
      complaint: `Fieldport did not start. The data folder ${first.dataDir} is in use by another Fieldport. Stop that one first, or set DATA_DIR to another folder.\n`,
      code: 1,
    })
    const answer = await fetch(`${first.url}/readyz`)
    expect(answer.status).toBe(200)
    // After a clean stop of the first one, the folder is free.
    expect(await first.stop()).toBe(0)
    await first.start()
  } finally {
    await first.dispose()
  }
})

test('an invalid variable is named in one line, and the server does not start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-start-'))
  try {
    const bad = await runBuilt('main', { DATA_DIR: folder, PORT: 'three thousand' })
    expect(bad).toEqual({
      out: '',
      complaint: 'Fieldport did not start. PORT must be a whole number from 0 to 65535, and is "three thousand".\n',
      code: 1,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('kill -9 while a customer saves: after each restart every acknowledged change is there, exactly once', async () => {
  const server = await startBuiltServer()
  try {
    const acknowledged: number[] = []
    for (const round of [1, 2, 3]) {
      const api = await customerOf(server)
      const [detector] = await api.userProduct.getUserProductsForUser()
      const userProductId = detector?.id ?? 0
      const [firmware] = await api.firmware.getAllForProductAndUser({ params: { productId: detector?.product.id ?? 0 } })
      const saveUntilKilled = async () => {
        for (;;) {
          const { id } = await api.productUpdate.create({ body: { userProductId, firmwareId: firmware?.id ?? 0 } })
          await api.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
          acknowledged.push(id)
        }
      }
      const savers = [1, 2, 3, 4].map(() => saveUntilKilled().catch(() => 'killed'))
      await expect.poll(() => acknowledged.length).toBeGreaterThan(round * 25)
      await server.stop('SIGKILL')
      expect(await Promise.all(savers)).toEqual(['killed', 'killed', 'killed', 'killed'])

      await server.start()
      const kept = await (await customerOf(server)).productUpdate.getProductUpdatesForUser()
      const successes = kept.filter(({ success }) => success === true).map(({ id }) => id)
      expect(acknowledged.filter((id) => !successes.includes(id))).toEqual([])
      expect(new Set(successes).size).toBe(successes.length)
    }
  } finally {
    await server.dispose()
  }
})

test('a demo on a database that already has users offers no demo accounts', async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-owned-'))
  const about = { firstname: 'Ann', lastname: 'Owner', phonePrefix: '', phoneNumber: '', country: '', role: 'ROLE_ADMIN' } as const
  const owner = { ...about, username: 'admin@example.com', passwordHash: 'of another password' }
  await inDatabase({ dataDir }, (db) => db.insert(users).values(owner))
  const server = await startBuiltServer({ DATA_DIR: dataDir })
  try {
    await expect.poll(() => server.output()).toContain('without demo accounts')
    expect(server.output()).not.toContain(password)
    await page.goto(`${server.url}/login`)
    await expect(page.getByText('This is a demo.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Administrator' })).toBeHidden()
  } finally {
    await server.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('after a demo, a production server does not start until the demo is purged, and then nobody has its password', async () => {
  // The published password is enough to sign in to a demo.
  const demo = await startBuiltServer()
  const production = { NODE_ENV: 'production', DATA_DIR: demo.dataDir }
  const login = () => fetch(`${demo.url}${basePath}/api/login`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'admin@example.com', password }),
  }) // prettier-ignore
  try {
    expect((await login()).status).toBe(200)
    await expect.poll(() => demo.output()).toContain('This is a demo, because nothing says that anybody else can reach it.')
    await demo.stop()
    const refused = await runBuilt('main', { ...production, PORT: String(await freePort()) })
    expect(refused).toEqual({
      out: '',
      complaint: expect.stringMatching(
        /^Fieldport did not start\. This database holds demo data, [^\n]*NODE_ENV is production[^\n]*"npm run purge-demo"[^\n]*DEMO=true[^\n]*\.\n$/,
      ),
      code: 1,
    })
    await demo.start({ NODE_ENV: 'production', DEMO: 'true' })
    expect((await login()).status).toBe(200)
    await demo.stop()

    const removed = await runBuilt('purgeDemo', production, '--yes')
    expect(removed).toMatchObject({ out: expect.stringContaining('All of it was removed.'), code: 0 })
    await demo.start({ NODE_ENV: 'production', SMPT_URL: 'smtp://mail.example.com' })
    await expect.poll(() => demo.output()).toContain('This is no demo, because NODE_ENV is production')
    await expect.poll(() => demo.output()).toContain('SMPT_URL is set, but is no setting: did you mean SMTP_URL?\n')
    await expect.poll(() => demo.output().match(/BRAND_CONTACT_EMAIL is set/g)).toHaveLength(1)
    expect((await login()).status).toBe(401)
  } finally {
    await demo.dispose()
  }
})
