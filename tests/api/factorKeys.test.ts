// @module-tag rest
/** Second factors when the secret that protects them changes, is lost, or when a backup comes back. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { secondFactors, signInGrants, spentChallenges } from '../../src/server/db/tables.ts'
import { type ApiServer, password } from '../support/apiServer.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { findingOf } from '../support/doctor.ts'
import { addApp, addPasskey, signInWithCode } from '../support/factors.ts'
import { oneTimeCode } from '../support/oneTimeCode.ts'
import { runCommand } from '../support/scripts.ts'
import { serve } from '../support/servers.ts'
import type { SoftPasskey } from '../support/softPasskey.ts'

const newSecret = () => randomBytes(32).toString('hex')
const succeeded = { complaint: '', code: 0 }
const username = 'ada@example.com'
const closed = { code: 'service.unavailable.error', status: 503 }

type Owner = { readonly app: string; readonly passkey: SoftPasskey; readonly nextCode: () => string }

async function enterWithApp(server: ApiServer, { app }: Owner) {
  return signInWithCode(server.client(), username, 'totp', oneTimeCode(app, server.context.clock()))
}

async function enterWithOthers(server: ApiServer, { passkey, nextCode }: Owner) {
  const browser = server.client()
  const signature = passkey.sign(await browser.factorSignIn.beginPasskey({ body: {} }))
  await browser.factorSignIn.loginWithPasskey({ body: { signature } })
  await signInWithCode(server.client(), username, 'recoveryCode', nextCode())
}

onPostgres(({ createPlace }) => {
  let place: Place
  let minutes = 0
  beforeEach(async () => {
    place = await createPlace()
  })

  /** A server of the place with this secret, some minutes later than the one before: no code serves twice. */
  const serveWith = <T>(secret: string, work: (server: ApiServer) => Promise<T>) =>
    serve(place, { SECRET_KEY: secret }, (server) => {
      server.pass((minutes += 5) * 60_000)
      return work(server)
    })
  const addOwner = (secret: string): Promise<Owner> =>
    serveWith(secret, async (server) => {
      await server.join({ username })
      const client = await server.signIn(username)
      const { secret: app, recoveryCodes } = await addApp(server, client)
      const { passkey } = await addPasskey(client)
      const codes = [...(recoveryCodes ?? [])]
      return { app, passkey, nextCode: () => codes.shift() ?? '' }
    })
  async function rotate(parts: readonly string[], secret: string, old?: string) {
    const file = join(place.dataDir, 'old.key')
    if (old !== undefined) await writeFile(file, old)
    const fromFile = old === undefined ? [] : ['--from-file', file]
    return runCommand('rotateKeys', [...parts, ...fromFile], { ...place.environment, SECRET_KEY: secret })
  }

  it('serve on when the secret is changed', async () => {
    const [old, fresh] = [newSecret(), newSecret()]
    const owner = await addOwner(old)
    expect(await rotate(['--secret'], fresh, old)).toMatchObject(succeeded)
    // Once more is no harm.
    expect(await rotate(['--secret'], fresh, old)).toMatchObject(succeeded)
    await serveWith(fresh, async (server) => {
      await expect(enterWithApp(server, owner)).resolves.toMatchObject({ username })
      await enterWithOthers(server, owner)
    })
  })

  it('but for apps serve on when it is lost; the command and the doctor say so, and the secret brings them back', async () => {
    const [old, fresh] = [newSecret(), newSecret()]
    const owner = await addOwner(old)
    expect(await rotate(['--lost-secret'], fresh)).toMatchObject({
      ...succeeded,
      out: expect.stringContaining('One authenticator app is tied to a lost secret'),
    })
    await serveWith(fresh, async (server) => {
      // No guess: whatever was typed, nobody can know whether it was right.
      for (let time = 0; time < 6; time += 1) await expect(enterWithApp(server, owner)).rejects.toMatchObject(closed)
      await enterWithOthers(server, owner)
    })
    const look = () => findingOf('signing keys', { ...place.environment, SECRET_KEY: fresh })
    expect(await look()).toMatchObject({
      verdict: 'warning',
      sentence: expect.stringContaining('1 authenticator app was set up under another'),
    })
    expect(await rotate(['--secret'], fresh, newSecret())).toMatchObject({
      complaint: 'The old secret does not open the authenticator apps. Nothing was changed.\n',
      code: 1,
    })
    expect(await rotate(['--secret'], fresh, old)).toMatchObject(succeeded)
    expect(await look()).toMatchObject({ verdict: 'ok' })
    await serveWith(fresh, async (server) => {
      await expect(enterWithApp(server, owner)).resolves.toMatchObject({ username })
    })
  })

  it('keep nobody from changing the secret again after a loss', async () => {
    const [lost, second, third] = [newSecret(), newSecret(), newSecret()]
    await addOwner(lost)
    await rotate(['--lost-secret'], second)
    const later = await serveWith(second, async (server) => {
      const other = await server.join()
      return { username: other.username, ...(await addApp(server, await server.signIn(other.username))) }
    })
    expect(await rotate(['--secret'], third, second)).toMatchObject({
      ...succeeded,
      out: expect.stringContaining('One authenticator app is'),
    })
    await serveWith(third, async (server) => {
      const code = oneTimeCode(later.secret, server.context.clock())
      await expect(signInWithCode(server.client(), later.username, 'totp', code)).resolves.toMatchObject({ username: later.username })
    })
  })

  it('are in a backup, without a secret or what serves once, and serve where it comes back', async () => {
    const secret = newSecret()
    const owner = await addOwner(secret)
    await serveWith(secret, async (server) => {
      const browser = server.client()
      const proof = { kind: 'recoveryCode', code: owner.nextCode() } as const
      await browser.factorSignIn.checkFactor({ body: { username, password, proof } })
      const { db } = server.context
      expect([await db.$count(signInGrants), await db.$count(spentChallenges)]).not.toContain(0)
    })
    const file = join(place.dataDir, 'the.backup')
    const environment = { SECRET_KEY: secret }
    expect(await runCommand('backup', [file], { ...place.environment, ...environment })).toMatchObject(succeeded)
    const content = await readFile(file)
    for (const word of [secret, owner.app]) expect(content.includes(word)).toBe(false)
    place = await createPlace()
    expect(await runCommand('restore', [file], { ...place.environment, ...environment })).toMatchObject(succeeded)
    await serveWith(secret, async (server) => {
      const { db } = server.context
      expect([await db.$count(signInGrants), await db.$count(spentChallenges)]).toEqual([0, 0])
      expect(await db.$count(secondFactors)).toBe(2)
      await expect(enterWithApp(server, owner)).resolves.toMatchObject({ username })
      await enterWithOthers(server, owner)
    })
  })

  it('serve but for apps where a backup comes back to another secret', async () => {
    const [old, fresh] = [newSecret(), newSecret()]
    const owner = await addOwner(old)
    const file = join(place.dataDir, 'the.backup')
    expect(await runCommand('backup', [file], { ...place.environment, SECRET_KEY: old })).toMatchObject(succeeded)
    place = await createPlace()
    expect(await runCommand('restore', [file], { ...place.environment, SECRET_KEY: fresh })).toMatchObject(succeeded)
    // Before the first start there are no keys that would show which secret is the old one.
    expect(await rotate(['--secret'], fresh, newSecret())).toMatchObject({ code: 1 })
    await serveWith(fresh, async (server) => {
      await expect(enterWithApp(server, owner)).rejects.toMatchObject(closed)
      await enterWithOthers(server, owner)
    })
    expect(await rotate(['--secret'], fresh, old)).toMatchObject(succeeded)
    await serveWith(fresh, async (server) => {
      await expect(enterWithApp(server, owner)).resolves.toMatchObject({ username })
    })
  })
})
