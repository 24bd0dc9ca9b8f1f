// @module-tag rest
/** What becomes of archives and deletions that fail, wait or change nothing. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { dueWork } from '../../src/server/db/tables.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import { makeExport } from '../../src/server/leaving/dataExport.ts'
import type { Client } from '../support/apiServer.ts'
import { comeDue } from '../support/leaver.ts'
import { messagesFor } from '../support/mailbox.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, support] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')
  let customer: Client
  let username: string
  let userId: number

  beforeEach(async () => {
    ;({ username, userId } = await server.join())
    customer = await server.signIn(username)
  })
  const findMail = async () =>
    (await messagesFor(server, username)).find(({ subject }) => subject === 'Your Fieldport account will be deleted')

  it('says of an archive that making it has failed, and is tried again at once where its owner asks anew [T1018]', async () => {
    const failed = (await customer.leaving.requestExport()).exports[0]?.id ?? 0
    const failure = { lastError: 'The bucket is away.', failedAt: server.context.clock() }
    await server.context.db
      .update(dueWork)
      .set(failure)
      .where(eq(dueWork.key, String(failed)))
    expect((await customer.leaving.getOwn()).exports).toMatchObject([{ id: failed, sizeBytes: null, hasFailed: true }])
    const { exports } = await customer.leaving.requestExport()
    expect(exports).toMatchObject([{ sizeBytes: null, hasFailed: false }])
    await makeExport(server.context, exports[0]?.id ?? 0)
    expect((await customer.leaving.getOwn()).exports).toMatchObject([{ sizeBytes: expect.any(Number), hasFailed: false }])
  })

  it('an account is erased when the work is due by the clock of the database, though that of the server is behind [T1015]', async () => {
    await customer.leaving.requestDeletion()
    await comeDue(server.context.db, userId, new Date(Date.now() - 1_000))
    await eraseAccount({ ...server.context, clock: () => new Date(Date.now() - 60_000) }, userId)
    await expect(server.signIn(username)).rejects.toMatchObject({ code: 'Login.error' })
  })

  it('says of an account that it is being deleted while the place of the list of erased people cannot be reached [T1016]', async () => {
    await customer.leaving.requestDeletion()
    await comeDue(server.context.db, userId)
    const away = { ...server.context.config, backupTo: { kind: 'folder', folder: '/dev/null/kept' } } as const
    await expect(eraseAccount({ ...server.context, config: away }, userId)).rejects.toThrow('/dev/null/kept')
    expect(await customer.user.getProfile()).toMatchObject({ username, deletionHasBegun: true })
    expect((await customer.leaving.getOwn()).deletion?.hasBegun).toBe(true)
    expect(await support.user.get({ params: { id: userId } })).toMatchObject({ deletionHasBegun: true })
    await eraseAccount(server.context, userId)
    await expect(support.user.get({ params: { id: userId } })).rejects.toMatchObject({ status: 404 })
  })

  it('an account has in its history only what staff changed, not what was asked for twice or not at all [T1017]', async () => {
    const params = { id: userId }
    await admin.leaving.cancelDeletionForUser({ params })
    for (const ask of [admin.leaving.requestDeletionForUser, admin.leaving.requestExportForUser]) {
      await ask({ params })
      await ask({ params })
    }
    const history = await admin.audit.getForRecord({ params: { entity: 'user', id: userId } })
    expect(history.map(({ action }) => action).slice(0, 2)).toEqual(['requestExport', 'requestDeletion'])
    expect(history.filter(({ action }) => /Deletion|Export/.test(action))).toHaveLength(2)
  })

  it('an account gets the mail once it is restored, where its deletion was asked for while it was deleted [T1019]', async () => {
    const params = { id: userId }
    await admin.user.remove({ params })
    await admin.leaving.requestDeletionForUser({ params })
    expect(await findMail()).toBeUndefined()
    await admin.user.restore({ params })
    const mail = await findMail()
    expect(mail?.text).toContain('Our staff have requested it on your behalf.')
  })
})
