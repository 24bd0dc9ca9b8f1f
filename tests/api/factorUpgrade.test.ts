// @module-tag rest
/** Second factors after an upgrade from a version without them, and while servers of both run. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { factorGraceDays, type Role } from '../../src/contract/rules.ts'
import { hashSecret } from '../../src/server/auth/secret.ts'
import { dropSchema, migrateTo } from '../../src/server/backup/applySchema.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { signInGrants, users } from '../../src/server/db/tables.ts'
import { type ApiServer, password, startApiServer } from '../support/apiServer.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { addPasskey } from '../support/factors.ts'
import { withQuery } from '../support/installations.ts'
import { startOlderServer } from '../support/olderServer.ts'
import { runCommand } from '../support/scripts.ts'
import { serve } from '../support/servers.ts'
import { statusOf } from '../support/signingKeys.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const dayMs = 24 * 60 * 60_000
const graceSeconds = factorGraceDays * 24 * 60 * 60
/** Those of the last version without second factors. */
const migrationsBefore = 22
const username = 'ada@example.com'
const due = { code: 'factor.enrolment.required.error', status: 403 }
const strict = { DEMO: 'false', STAFF_SECOND_FACTOR: 'required' }

/** A portal of that version with one account, which is signed in by the token that comes back. */
async function makeOlder(place: Place, role: Role): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await withQuery(place, async (query) => {
    await dropSchema(query)
    await migrateTo(query, readMigrations()[migrationsBefore - 1]?.folderMillis)
    const [user] = await query(
      `insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, role, account_validated)
       values ($1, $2, 'Ada', 'Lovelace', '+44', '7400123456', 'GB', $3, true) returning id`,
      [username, passwordHash, role],
    )
    await query(
      `insert into sessions (family_id, user_id, token_hash, created_at, started_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
      [randomUUID(), user?.['id'], hashSecret(token)],
    )
  })
  return token
}

/** A server of this version on the place, at the time of the database. */
const serveNow = <T>(place: Place, work: (server: ApiServer) => Promise<T>) =>
  serve(place, strict, (server) => {
    server.pass(Date.now() - server.context.clock().getTime())
    return work(server)
  })
const login = (server: ApiServer) => server.client().authentication.login({ body: { username, password } })
const refresh = (server: ApiServer, token: string) =>
  server.client().authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token: token } })

onPostgres(({ createPlace, open }) => {
  it('leaves staff signed in, with two weeks to add a factor; then they are asked to, and not signed out', async () => {
    const place = await createPlace()
    const token = await makeOlder(place, 'ROLE_ADMIN')
    await serveNow(place, async (server) => {
      const session = await refresh(server, token)
      expect(session.factorDueInSeconds).toBeGreaterThan(graceSeconds - 120)
      expect(session.factorDueInSeconds).toBeLessThanOrEqual(graceSeconds + 120)
      await expect(server.client(session).session.getOwn()).resolves.toHaveLength(1)

      server.pass(factorGraceDays * dayMs - 600_000)
      const late = await login(server)
      expect(late.factorDueInSeconds).toBeLessThanOrEqual(720)
      const client = server.client(late)
      await expect(client.session.getOwn()).resolves.not.toHaveLength(0)
      server.pass(720_000)
      await expect(client.session.getOwn()).rejects.toMatchObject(due)
      await expect(refresh(server, late.refresh_token)).resolves.toMatchObject({ username, factorDueInSeconds: 0 })
      await addPasskey(client)
      await expect(client.session.getOwn()).resolves.not.toHaveLength(0)
    })
  })

  it('gives those two weeks also to a portal that a backup from before the upgrade brings back', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await makeOlder(source, 'ROLE_BE')
    const file = join(source.dataDir, 'older.backup')
    expect(await runCommand('backup', [file], source.environment)).toMatchObject({ complaint: '', code: 0 })
    expect(await runCommand('restore', [file], target.environment)).toMatchObject({ complaint: '', code: 0 })
    await serveNow(target, async (server) => {
      const { factorDueInSeconds } = await login(server)
      expect(factorDueInSeconds).toBeGreaterThan(graceSeconds - 300)
    })
  })

  it('gives none where there was no staff before', async () => {
    const place = await createPlace()
    await makeOlder(place, 'ROLE_CUSTOMER')
    await serveNow(place, async (server) => {
      expect(await login(server)).not.toHaveProperty('factorDueInSeconds')
      await server.context.db.update(users).set({ role: 'ROLE_ADMIN' }).where(eq(users.username, username))
      await expect(login(server)).resolves.toMatchObject({ factorDueInSeconds: 0 })
    })
  })

  it.each([
    ['by SMS', false, 'ROLE_CUSTOMER', 'lets a customer in'],
    ['by SMS', false, 'ROLE_BE', 'lets nobody of staff in'],
    ['with a new password', true, 'ROLE_BE', 'lets the session go on'],
  ] as const)('takes a sign-in that an older server began %s (%s, %s): %s', async (_, replacesOne, role, outcome) => {
    const server = await startApiServer(await open(), strict)
    const person = await server.join({ role })
    const client = await server.signIn(person.username)
    await addPasskey(client)
    const secret = randomBytes(32).toString('base64url')
    await server.context.db.insert(signInGrants).values({
      userId: person.userId,
      tokenHash: hashSecret(secret),
      replacesFamilyId: replacesOne ? randomUUID() : null,
      expiresAt: new Date(server.context.clock().getTime() + 60_000),
    })
    const answer = await server.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `fieldport-sign-in=${secret}` },
      body: JSON.stringify({ username: person.username, password }),
    })
    expect(answer.status).toBe(outcome === 'lets nobody of staff in' ? 401 : 200)
    await server.dispose()
  })

  it('goes on with a session of an older server, which asks nobody for a factor', async () => {
    const db = await open()
    let newer: ApiServer | undefined
    const older = await startOlderServer(db, () => newer?.context.clock() ?? new Date())
    newer = await startApiServer(db, strict)
    const person = await newer.join({ role: 'ROLE_ADMIN' })
    await addPasskey(await newer.signIn(person.username))
    const held = await older.signIn(person.userId)
    expect(await statusOf(newer, held.access)).toBe(200)
    await expect(refresh(newer, held.refresh)).resolves.toMatchObject({ username: person.username })
    await newer.dispose()
  })
})
