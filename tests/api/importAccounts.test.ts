// @module-tag rest
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outgoingMessages, users } from '../../src/server/db/tables.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import type { ApiServer } from '../support/apiServer.ts'
import { onPostgres } from '../support/databases.ts'
import { importingOn } from '../support/importing.ts'
import { messagesFor, newestFor, tokenIn } from '../support/mailbox.ts'
import { registration } from '../support/ownContact.ts'
import { serve } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000
const lea = 'lea.martin@example.com'
const jonas = 'jonas@example.com'
const chosen = 'a password of my own'

const signIn = (server: ApiServer, username: string, password: string) =>
  server.client().authentication.login({ body: { username, password } })
const choose = (server: ApiServer, token: string) =>
  server.client().forgotPassword.updatePasswordFromEmail({ body: { token, newPassword: chosen, newPasswordRepeat: chosen } })
const findUser = (server: ApiServer, username: string) => server.context.db.query.users.findFirst({ where: eq(users.username, username) })

onPostgres((database) => {
  const { run, folder, write, place, inDatabase } = importingOn(database)

  /** A server whose clock stands at the time of the import. */
  const onServer = async (work: (server: ApiServer) => Promise<void>) =>
    serve(place(), {}, async (server) => {
      server.pass(Date.now() - server.context.clock().getTime())
      await work(server)
    })

  it('invites each customer once, no more than the given number an hour, also after further files', async () => {
    const before = Date.now()
    await run(folder(), '--yes', '--invite-per-hour', '60')
    const more = 'username,firstname,lastname,phonePrefix,phoneNumber,country\nmore@example.com,More,One,+33,0639980002,FR\n'
    await run(await write('customers-more.csv', more), '--yes', '--invite-per-hour', '60')
    await run(folder(), '--yes', '--invite-per-hour', '60')
    const waiting = await inDatabase((db) => db.select().from(outgoingMessages).orderBy(outgoingMessages.dueAt))
    expect(waiting.map(({ template }) => template)).toEqual(Array.from({ length: 4 }, () => 'invitation'))
    const [first] = waiting
    const firstMs = first?.dueAt.getTime() ?? 0
    expect(firstMs).toBeGreaterThanOrEqual(before)
    expect(waiting.map(({ dueAt }) => dueAt.getTime() - firstMs)).toEqual([0, 60_000, 120_000, 180_000])
    for (const { dueAt, uselessAt } of waiting) expect(uselessAt.getTime() - dueAt.getTime()).toBe(14 * dayMs)
  })

  it('lets the owner choose a password by the invitation, in their language, and nobody in before', async () => {
    await run(folder(), '--yes')
    await onServer(async (server) => {
      server.pass(60_000)
      await expect(signIn(server, lea, chosen)).rejects.toMatchObject({ code: 'Login.error' })
      const mail = await newestFor(server, lea)
      expect(mail.subject).toBe('Votre compte Fieldport vous attend')
      expect(mail.text).toContain('pendant 14 jours')
      expect((await newestFor(server, jonas)).subject).toBe('Your Fieldport account is waiting for you')
      // Longer than any other link.
      server.pass(14 * dayMs - 60_000)
      const token = tokenIn(mail)
      await server.client().forgotPassword.checkUpdatePasswordToken({ body: { token } })
      await choose(server, token)
      await expect(signIn(server, lea, chosen)).resolves.toMatchObject({ username: lea })
      await expect(choose(server, token)).rejects.toMatchObject({ code: 'password.token.invalid.error' })
      // No mail says that a password was changed which was never there.
      expect(await messagesFor(server, lea)).toHaveLength(1)
      const late = tokenIn(await newestFor(server, jonas))
      server.pass(120_000)
      await expect(choose(server, late)).rejects.toMatchObject({ code: 'password.token.invalid.error' })
    })
  })

  it('does not invite people who have already set a password by the forgotten-password link', async () => {
    await run(folder(), '--yes', '--invite-per-hour', '1')
    await onServer(async (server) => {
      // The third invitation is due in two hours.
      await server.client().forgotPassword.resetPassword({ body: { username: 'ann@example.com' } })
      await choose(server, tokenIn(await newestFor(server, 'ann@example.com')))
      await expect(signIn(server, 'ann@example.com', chosen)).resolves.toMatchObject({ username: 'ann@example.com' })
      server.pass(3 * 60 * 60_000)
      const subjects = (await messagesFor(server, 'ann@example.com')).map(({ subject }) => subject)
      expect(subjects).toEqual(['Choose a new Fieldport password'])
      // Who asks for the mail that validates an account gets the link that chooses a password.
      await server.client().authentication.resendValidateAccountMail({ body: { username: lea } })
      await choose(server, tokenIn(await newestFor(server, lea)))
      await expect(signIn(server, lea, chosen)).resolves.toMatchObject({ username: lea })
    })
  })

  it('keeps imported accounts, and gives them to nobody who registers their address', async () => {
    await run(folder(), '--yes', '--no-invite')
    await onServer(async (server) => {
      const refused = { code: 'email.already.exists.error' }
      await expect(server.client().register.register({ body: registration(lea) })).rejects.toMatchObject(refused)
      server.pass(400 * dayMs)
      await purgeExpired(server.context)
      for (const username of [lea, jonas, 'ann@example.com']) expect(await findUser(server, username)).toMatchObject({ origin: 'IMPORT' })
      await expect(server.client().register.register({ body: registration('ann@example.com') })).rejects.toMatchObject(refused)
    })
  })

  it('gives nothing to somebody who has registered the address before and never validated it', async () => {
    let link = ''
    await onServer(async (server) => {
      await server.client().register.register({ body: registration(lea) })
      await server.client().register.register({ body: registration(jonas) })
      link = tokenIn(await newestFor(server, lea))
    })
    await inDatabase((db) => db.update(users).set({ origin: 'APP' }).where(eq(users.username, jonas)))
    // Without the customers, their detectors have nobody to go to.
    const lonely = await write('detectors-lonely.csv', `username,serialNumber,product\n${lea},0A1B2C3D4E,Finder 6\n`)
    expect((await run(lonely, '--yes')).out).toContain('line 2: username: the account with this address has not been validated yet')
    // An account of the companion app stays, and gets nothing before its owner has validated it.
    const { out } = await run(folder(), '--yes')
    expect(out).toContain('detectors.csv, line 3: username: the account with this address has not been validated yet')
    await onServer(async (server) => {
      server.pass(60_000)
      await expect(server.client().authentication.validateAccount({ body: { token: link } })).rejects.toMatchObject({
        code: 'ValidateAccount.error',
      })
      await expect(signIn(server, lea, registration(lea).password)).rejects.toMatchObject({ code: 'Login.error' })
      await choose(server, tokenIn(await newestFor(server, lea)))
      const client = server.client(await signIn(server, lea, chosen))
      await expect(client.userProduct.getUserProductsForUser()).resolves.toMatchObject([{ serialNumber: '0A1B2C3D4E' }])
    })
  })
})
