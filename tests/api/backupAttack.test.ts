// @module-tag rest
/** A stolen backup lets nobody in: not to the server that it was made of, and not to one that was restored from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, it } from 'vitest'
import { type ApiServer, password } from '../support/apiServer.ts'
import { findWaysIn, type Live, textOfBackup } from '../support/backupAttack.ts'
import { type Place, onPostgres } from '../support/databases.ts'
import { allRows, type Rows } from '../support/installations.ts'
import { messagesFor } from '../support/mailbox.ts'
import { newerBuild } from '../support/newerBuild.ts'
import { wantAddress } from '../support/ownContact.ts'
import { runCommand } from '../support/scripts.ts'
import { serve } from '../support/servers.ts'
import { currentKey } from '../support/signingKeys.ts'

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

/** Values that stand in the tables of what lets somebody in. */
function secretsOf(rows: Rows): string[] {
  const named = /hash|token|family_id|^wrapped_key$|^text$|^html$/
  return [
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
}

const newer = newerBuild('alter table users add column one integer')
const restores = [
  { version: 'the same version', restore: runCommand },
  { version: 'the next version', restore: newer.run },
]

onPostgres(({ createPlace }) => {
  let source: Place
  let file: string
  let live: Live
  let made: unknown
  let [rows, text]: [Rows, string] = [{}, '']

  beforeAll(async () => {
    source = await createPlace()
    live = await serve(source, {}, useIt)
    file = join(source.dataDir, 'the.backup')
    made = await runCommand('backup', [file], source.environment)
    rows = await allRows(source)
    text = await textOfBackup(file)
  })

  it('lets somebody in who has the rows themselves, and the secret that wraps the keys: the attack works', async () => {
    const all = Object.values(rows).flat().join('\n')
    await serve(source, {}, async (server) => {
      expect([...(await findWaysIn(server, all, live))].toSorted()).toEqual(['session', 'view'])
      const { bytes } = await currentKey(server)
      const withKey = `${all}\n${Buffer.from(bytes).toString('base64url')}`
      expect([...(await findWaysIn(server, withKey, live))].toSorted()).toEqual(['key', 'session', 'view'])
    })
  })

  it('lets nobody in to the running server', async () => {
    expect(await serve(source, {}, (server) => findWaysIn(server, text, live))).toEqual(new Set())
  })

  it('lets nobody in by an encrypted file, in which nothing can be read', async () => {
    const path = join(source.dataDir, 'the.backup.age')
    const recipient = await identityToRecipient(await generateIdentity())
    expect(await runCommand('backup', [path, '--encrypt-to', recipient], source.environment)).toMatchObject({ complaint: '', code: 0 })
    const bytes = readFileSync(path)
    const ways = await serve(source, {}, (server) => findWaysIn(server, bytes.toString('latin1'), live, bytes))
    expect(ways).toEqual(new Set())
    expect(bytes.includes('sessions')).toBe(false)
  })

  it('has none of the secrets, hashed or not', () => {
    expect(made).toMatchObject({ complaint: '', code: 0 })
    const secrets = secretsOf(rows)
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
  })

  it.each(restores)('lets nobody in to a server that $version restored from it', async ({ restore }) => {
    const target = await createPlace()
    expect(await restore('restore', [file], target.environment)).toMatchObject({ complaint: '', code: 0 })
    await serve(target, {}, async (server) => {
      expect(await findWaysIn(server, text, live)).toEqual(new Set())
      for (const token of [live.accessToken, live.viewToken])
        expect((await server.request('/user/getProfile', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
      const { db } = server.context
      expect(await db.$count(db._.fullSchema.users)).toBeGreaterThan(3)
    })
  })
})
