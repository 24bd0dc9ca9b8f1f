// @module-tag rest
/** A stolen backup lets nobody in: not to the server that it was made of, and not to one that was restored from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dropSchema, migrateTo } from '../../src/server/backup/applySchema.ts'
import { readMigrations } from '../../src/server/db/applyMigrations.ts'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { type ApiServer, password, startApiServer } from '../support/apiServer.ts'
import { findWaysIn, type Live, textOfBackup } from '../support/backupAttack.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { allRows, type Rows, withQuery } from '../support/installations.ts'
import { messagesFor } from '../support/mailbox.ts'
import { wantAddress } from '../support/ownContact.ts'
import { runCommand } from '../support/scripts.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

async function withServerOf<T>(place: Place, work: (server: ApiServer) => Promise<T>): Promise<T> {
  const { db, close } = await connectDatabase(place)
  const server = await startApiServer(db)
  try {
    return await work(server)
  } finally {
    await server.dispose()
    await close()
  }
}

/** As the first version left it, with its key and a session. */
async function makeOlder(place: Place): Promise<void> {
  const [first] = readMigrations()
  await withQuery(place, async (query) => {
    await dropSchema(query)
    await migrateTo(query, first?.folderMillis)
    await query(`insert into settings (key, value) values ('accessTokenKey', 'b2xkIGtleSBvZiAzMiBieXRlcywgYmFzZTY0dXJsISE')`)
    await query(`insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
      values ('old@example.com', 'a hash', 'Old', 'Account', '+44', '7400123456', 'GB')`)
    await query(`insert into sessions (family_id, user_id, token_hash, expires_at)
      values ('6f1d9a52-7b54-4d5e-9f38-0c9bb9a3e001', (select id from users), '${'ab'.repeat(32)}', '2100-01-01')`)
  })
}

/** People sign in, view, trust browsers, ask for mails and codes, and repeat calls. */
async function useIt(server: ApiServer): Promise<Live> {
  const [admin, ada, bob] = [await server.join({ role: 'ROLE_ADMIN' }), await server.join(), await server.join()]
  const [administrator, customer] = [await server.signIn(admin.username), await server.signIn(ada.username)]
  const { impersonateToken } = await administrator.impersonation.start({ body: { userId: ada.userId } })
  await wantAddress(customer, ada.username, 'wanted@example.com')
  await server.client().forgotPassword.resetPassword({ body: { username: bob.username } })
  const { username } = await server.join({ needsSmsCode: true, phonePrefix: '+33', phoneNumber: '0639980011' })
  await server.client().authentication.beforeLogin({ body: { username, password } })
  await messagesFor(server, username)
  const body = { name: 'Kept once', typeName: 'WS6', typeId: 77 }
  await administrator.product.create({ body, idempotencyKey: 'a-key-of-a-browser' })
  const { access_token: accessToken = '' } = administrator.held.current ?? {}
  const { sid } = JSON.parse(String(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url'))) as { sid: string }
  return { accessToken, viewToken: impersonateToken, administratorId: admin.userId, customerId: ada.userId, familyId: sid }
}

/** Values that stand in the tables of what lets somebody in, and the key. */
function secretsOf(rows: Rows): string[] {
  const named = /hash|token|family_id|^wrapped_key$|^text$|^html$/
  const values = [
    'signing_keys',
    'sessions',
    'impersonations',
    'sign_in_grants',
    'sms_codes',
    'mailed_tokens',
    'trusted_devices',
    'sign_in_locks',
    'demo_messages',
  ]
    .flatMap((table) => rows[table] ?? [])
    .flatMap((line) => Object.entries(JSON.parse(line) as Record<string, unknown>))
    .flatMap(([column, value]) => (named.test(column) && typeof value === 'string' ? [value] : []))
  const keys = (rows['settings'] ?? []).map((line) => JSON.parse(line) as { key: string; value: string })
  return [...values, ...keys.flatMap(({ key, value }) => (key === 'accessTokenKey' ? [value] : []))]
}

onPostgres(({ createPlace }) => {
  describe.each(['new', 'upgraded from the first version'])('of an installation that is %s', (kind) => {
    let source: Place
    let file: string
    let live: Live
    let made: unknown
    let [rows, text]: [Rows, string] = [{}, '']

    beforeAll(async () => {
      source = await createPlace()
      if (kind !== 'new') await makeOlder(source)
      live = await withServerOf(source, useIt)
      file = join(source.dataDir, 'the.backup')
      made = await runCommand('backup', [file], source.environment)
      rows = await allRows(source)
      text = await textOfBackup(file)
    })

    it('lets somebody in who has the rows themselves: the attack works', async () => {
      const all = Object.values(rows).flat().join('\n')
      // A new installation's keys are wrapped by a secret from elsewhere; an upgraded one's first key is not.
      const ways = kind === 'new' ? ['session', 'view'] : ['key', 'session', 'view']
      expect([...(await withServerOf(source, (server) => findWaysIn(server, all, live)))].toSorted()).toEqual(ways)
    })

    it('lets nobody in to the running server', async () => {
      expect(await withServerOf(source, (server) => findWaysIn(server, text, live))).toEqual(new Set())
    })

    it('lets nobody in by an encrypted file, in which nothing can be read', async () => {
      const path = join(source.dataDir, 'the.backup.age')
      const recipient = await identityToRecipient(await generateIdentity())
      expect(await runCommand('backup', [path, '--encrypt-to', recipient], source.environment)).toMatchObject({ complaint: '', code: 0 })
      const bytes = readFileSync(path)
      const ways = await withServerOf(source, (server) => findWaysIn(server, bytes.toString('latin1'), live, bytes))
      expect(ways).toEqual(new Set())
      expect(bytes.includes('sessions')).toBe(false)
    })

    it('has none of the secrets, hashed or not', () => {
      expect(made).toMatchObject({ complaint: '', code: 0 })
      const secrets = secretsOf(rows)
      expect(secrets.length).toBeGreaterThan(10)
      expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    })

    onPostgres(({ createPlace: createTarget }) => {
      it('lets nobody in to a server that was restored from it', async () => {
        const target = await createTarget()
        expect(await runCommand('restore', [file], target.environment)).toMatchObject({ complaint: '', code: 0 })
        await withServerOf(target, async (server) => {
          expect(await findWaysIn(server, text, live)).toEqual(new Set())
          for (const token of [live.accessToken, live.viewToken])
            expect((await server.request('/user/getProfile', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
          const { db } = server.context
          expect(await db.$count(db._.fullSchema.users)).toBeGreaterThan(3)
        })
      })
    })
  })
})
