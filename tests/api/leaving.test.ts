/** Taking one's data along, and deleting one's account: by its owner, and by staff for a customer who asks. */
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deletionDays } from '../../src/contract/rules.ts'
import { sureState } from '../../src/server/clock/portalClock.ts'
import { accountDeletions, auditEntries, dataExports, dueWork, files, formerContacts, users } from '../../src/server/db/tables.ts'
import { noteRestored } from '../../src/server/installation/restored.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import { archiveTexts } from '../../src/server/leaving/archiveTexts.ts'
import { makeExport } from '../../src/server/leaving/dataExport.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { register } from '../support/coils.ts'
import { addCatalogue, addLeaver, comeDue, factsOf, findWords, type Leaver } from '../support/leaver.ts'
import { chosen, listBody } from '../support/lists.ts'
import { messagesFor } from '../support/mailbox.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const dayMs = 24 * 60 * 60_000

serverOnBothDatabases('values', (server) => {
  let admin: Client
  let support: Client
  let catalogue: Awaited<ReturnType<typeof addCatalogue>>
  let customer: Client
  let username: string
  let userId: number

  beforeAll(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
    support = await server.signInAs('ROLE_BE')
    catalogue = await addCatalogue(server.context.db, server.context.storage)
  })
  beforeEach(async () => {
    ;({ username, userId } = await server.join())
    customer = await server.signIn(username)
  })

  const dueFor = async (kind: string, key: number) => {
    const rows = await server.context.db
      .select()
      .from(dueWork)
      .where(eq(dueWork.key, String(key)))
    return rows.filter((row) => row.kind === kind).map(({ dueAt }) => dueAt.getTime() - server.context.clock().getTime())
  }
  const subjects = async (recipient: string) => (await messagesFor(server, recipient)).map(({ subject }) => subject)
  const download = (client: Client, exportId: number) =>
    server.request('/leaving/downloadExport', {
      method: 'POST',
      headers: bearer(client),
      body: new URLSearchParams({ exportId: String(exportId) }),
    })
  const events = async (kind: string) => {
    const { items } = await admin.securityEvent.getB122TableResults({ body: listBody({ perPage: 500 }) })
    return items.filter((event) => event.kind === kind)
  }

  describe('an archive of one’s data', () => {
    it('is asked for, made by a job, told of by mail and downloaded by its owner alone [T866]', async () => {
      const { exports } = await customer.leaving.requestExport()
      expect(exports).toMatchObject([{ sizeBytes: null, isByStaff: false }])
      const id = exports[0]?.id ?? 0
      expect((await customer.leaving.requestExport()).exports).toHaveLength(1)
      expect((await download(customer, id)).status).toBe(404)
      expect(await dueFor('dataExport', id)).toEqual([0])
      await makeExport(server.context, id)
      await makeExport(server.context, id)
      expect((await subjects(username)).filter((subject) => subject === 'Your Fieldport data are ready')).toHaveLength(1)
      const [made] = (await customer.leaving.getOwn()).exports
      const answer = await download(customer, id)
      expect(answer.headers.get('content-disposition')).toContain('filename="Fieldport-2026-11-21.zip"')
      const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      expect(made?.sizeBytes).toBe(Number(answer.headers.get('content-length')))
      expect(JSON.parse(strFromU8(archive['data/users.json'] ?? new Uint8Array()))).toMatchObject([{ username, firstname: 'Ada' }])
      for (const other of [admin, await server.signInAs('ROLE_CUSTOMER')]) expect((await download(other, id)).status).toBe(404)
      expect((await events('ownDataTaken')).filter(({ account }) => account?.id === userId)).toHaveLength(1)
    })

    it('has all that is known of a person, table by table, and nothing secret or of others [T867]', async () => {
      const { db, storage } = server.context
      const leaver: Leaver = await addLeaver(db, storage, 'zoe', catalogue)
      const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, leaver.id))
      await db
        .update(dataExports)
        .set({ fileId: null })
        .where(eq(dataExports.id, row?.id ?? 0))
      await makeExport(server.context, row?.id ?? 0)
      const [made] = await db
        .select({ sha256: files.sha256 })
        .from(files)
        .innerJoin(dataExports, eq(dataExports.fileId, files.id))
        .where(eq(dataExports.id, row?.id ?? 0))
      const bytes = new Uint8Array(await new Response(await storage.open(made?.sha256 ?? '')).arrayBuffer())
      const archive = unzipSync(bytes)
      const tables = Object.keys(archiveTexts.en.tables).map((name) => `data/${name}.json`)
      expect(Object.keys(archive).toSorted()).toEqual(
        ['README.txt', `files/${leaver.proofFileId}-${leaver.filename}`, ...tables].toSorted(),
      )
      const all = Object.values(archive)
        .map((content) => strFromU8(content))
        .join('\n')
      const { firstname, lastname, phoneNumber, distributor, address, filename, note, coilName, factorName, reason, userAgent } = leaver
      const theirs = [firstname, lastname, phoneNumber, distributor, address, filename, note, coilName, factorName, reason, userAgent]
      const former = [
        leaver.formerUsername,
        leaver.pendingUsername,
        leaver.formerLastname,
        leaver.serialNumber,
        leaver.code,
        '5.2',
        'Testers',
        'Fieldport One',
      ]
      for (const word of [leaver.username, ...theirs, ...former]) expect(all).toContain(word)
      for (const secret of ['hash of zoe', 'hash of a token of zoe', 'passwordHash', 'salt']) expect(all).not.toContain(secret)
      expect(strFromU8(archive[`files/${leaver.proofFileId}-${filename}`] ?? new Uint8Array())).toBe('%PDF-1.4 the invoice of a personzoe')
      expect(strFromU8(archive['README.txt'] ?? new Uint8Array())).toContain(
        'data/userProducts.json: your detectors, with purchase and warranty',
      )
    })

    it('expires, and its bytes go with it [T868]', async () => {
      const { db, storage } = server.context
      const id = (await customer.leaving.requestExport()).exports[0]?.id ?? 0
      await makeExport(server.context, id)
      const [file] = await db.select().from(files).innerJoin(dataExports, eq(dataExports.fileId, files.id)).where(eq(dataExports.id, id))
      server.pass(7 * dayMs + 1)
      customer = await server.signIn(username)
      expect((await customer.leaving.getOwn()).exports).toEqual([])
      expect((await download(customer, id)).status).toBe(404)
      await purgeExpired(server.context)
      expect(await db.$count(files, eq(files.id, file?.files.id ?? 0))).toBe(0)
      expect(await db.$count(files, eq(files.kind, 'purchaseProof'))).toBeGreaterThan(0)
      admin = await server.signIn((await db.select().from(users).where(eq(users.role, 'ROLE_ADMIN')))[0]?.username ?? '')
      support = await server.signInAs('ROLE_BE')
      await removeOrphans(server.context)
      const left: string[] = []
      for await (const { sha256 } of storage.list()) left.push(sha256)
      expect(left).not.toContain(file?.files.sha256 ?? 'a file')
    })

    it('is made three times a day at most [T886]', async () => {
      for (let count = 0; count < 3; count += 1) {
        const [one] = (await customer.leaving.requestExport()).exports
        await makeExport(server.context, one?.id ?? 0)
      }
      await expect(customer.leaving.requestExport()).rejects.toMatchObject({ code: 'too.many.requests.error' })
    })

    it('is started by staff for a customer who asks, whose history says so, and not for a deleted account [T869]', async () => {
      const params = { id: userId }
      const { exports } = await support.leaving.requestExportForUser({ params })
      expect(exports).toMatchObject([{ isByStaff: true }])
      await makeExport(server.context, exports[0]?.id ?? 0)
      expect(await subjects(username)).toContain('Your Fieldport data are ready')
      expect((await download(support, exports[0]?.id ?? 0)).status).toBe(404)
      expect((await support.audit.getForRecord({ params: { entity: 'user', id: userId } })).map(({ action }) => action)).toContain(
        'requestExport',
      )
      const colleague = await server.join({ role: 'ROLE_MARKETTING' })
      await expect(support.leaving.requestExportForUser({ params: { id: colleague.userId } })).rejects.toMatchObject({
        code: 'not.authorized',
      })
      await expect(support.leaving.requestExportForUser({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 })
      await admin.user.remove({ params })
      await expect(admin.leaving.requestExportForUser({ params })).rejects.toMatchObject({ code: 'record.deleted.error' })
    })
  })

  describe('an account', () => {
    it('is deleted after seven days, with a mail at once, a date on the profile, and nobody signed in any more [T870]', async () => {
      const { db } = server.context
      const asked = await customer.leaving.requestDeletion()
      expect(asked.deletion).toMatchObject({ isByStaff: false, hasBegun: false })
      expect(await dueFor('eraseAccount', userId)).toEqual([deletionDays * dayMs])
      expect(await customer.leaving.requestDeletion()).toEqual(asked)
      expect((await customer.user.getProfile()).deletionAt).toBe(asked.deletion?.dueAt)
      const mail = (await messagesFor(server, username)).find(({ subject }) => subject === 'Your Fieldport account will be deleted')
      expect(mail?.text).toMatch(/Deletion: \d+ (?:November|December) 2026 at 10:0\d \(UTC\)/)
      expect(mail?.text).toContain('It was requested from your profile.')
      expect(mail?.text).toMatch(/stays, without your name: detectors, coils and their updates, warranty dates and the codes used/)
      await comeDue(server.context.db, userId, new Date('2099-01-01T00:00:00.000Z'))
      await eraseAccount(server.context, userId)
      expect((await customer.user.getProfile()).username).toBe(username)
      server.pass(deletionDays * dayMs)
      await comeDue(server.context.db, userId)
      await eraseAccount(server.context, userId)
      await expect(server.signIn(username)).rejects.toMatchObject({ code: 'Login.error' })
      expect(await findWords(db, [username])).toEqual([])
      expect((await db.select().from(users).where(eq(users.id, userId)))[0]).toMatchObject({
        username: '',
        isDeleted: true,
        passwordHash: '',
      })
      admin = await server.signInAs('ROLE_ADMIN')
      support = await server.signInAs('ROLE_BE')
      expect((await events('accountErased')).at(0)).toMatchObject({ account: null, actor: null, address: null })
      // The address is free again.
      await server.addUser({ username })
    })

    it('stays if its owner changes their mind, by signing in within the seven days [T871]', async () => {
      await customer.leaving.requestDeletion()
      server.pass(deletionDays * dayMs - 60_000)
      customer = await server.signIn(username)
      expect((await customer.leaving.cancelDeletion()).deletion).toBeNull()
      expect((await customer.leaving.cancelDeletion()).deletion).toBeNull()
      expect(await dueFor('eraseAccount', userId)).toEqual([])
      server.pass(dayMs)
      await eraseAccount(server.context, userId)
      expect((await customer.user.getProfile()).deletionAt).toBeNull()
      expect((await subjects(username)).filter((subject) => subject === 'Your Fieldport account stays')).toHaveLength(1)
      admin = await server.signInAs('ROLE_ADMIN')
    })

    it('leaves a coil that its next owner can register, as after a sale [T946]', async () => {
      const coilSerial = `LEFT${userId}`
      await register(customer, { coilSerial, purchaseDate: '2026-11-01' })
      await customer.leaving.requestDeletion()
      await comeDue(server.context.db, userId)
      await eraseAccount(server.context, userId)
      const next = await server.signInAs('ROLE_CUSTOMER')
      await expect(register(next, { coilSerial, purchaseDate: '2026-11-01' })).resolves.toMatchObject({ coilSerial })
    })

    it('waits seven days again, with the mail, where a backup was restored that may be older than a change of mind [T947]', async () => {
      const told = async () => (await subjects(username)).filter((subject) => subject === 'Your Fieldport account will be deleted')
      await customer.leaving.requestDeletion()
      expect(await told()).toHaveLength(1)
      await noteRestored(server.context.db, server.context.clock())
      server.pass(2 * deletionDays * dayMs)
      admin = await server.signInAs('ROLE_ADMIN')
      support = await server.signInAs('ROLE_BE')
      await admin.installation.resume()
      expect(await dueFor('eraseAccount', userId)).toEqual([deletionDays * dayMs])
      customer = await server.signIn(username)
      const renewed = new Date(server.context.clock().getTime() + deletionDays * dayMs).toISOString()
      expect((await customer.leaving.getOwn()).deletion).toMatchObject({ dueAt: renewed, hasBegun: false })
      expect(await told()).toHaveLength(2)
      expect((await customer.leaving.cancelDeletion()).deletion).toBeNull()
    })

    it('cannot be kept once its deletion has begun', async () => {
      await customer.leaving.requestDeletion()
      await server.context.db.update(accountDeletions).set({ begunAt: server.context.clock() }).where(eq(accountDeletions.userId, userId))
      await expect(customer.leaving.cancelDeletion()).rejects.toMatchObject({ code: 'deletion.begun.error' })
      expect((await customer.leaving.getOwn()).deletion?.hasBegun).toBe(true)
    })

    it('is kept or erased as a whole, where both come at once', async () => {
      const { db } = server.context
      await customer.leaving.requestDeletion()
      await comeDue(server.context.db, userId)
      const [erased, kept] = await Promise.allSettled([eraseAccount(server.context, userId), customer.leaving.cancelDeletion()])
      expect(erased.status).toBe('fulfilled')
      const [account] = await db.select().from(users).where(eq(users.id, userId))
      expect([account?.erasedAt === null, account?.username]).toEqual(kept.status === 'fulfilled' ? [true, username] : [false, ''])
      expect(await db.$count(accountDeletions, eq(accountDeletions.userId, userId))).toBe(0)
    })

    it('is not erased while the clock is in doubt', async () => {
      await customer.leaving.requestDeletion()
      await comeDue(server.context.db, userId)
      const time = { now: server.context.clock, check: () => Promise.resolve({ ...sureState, mayDelete: false }), state: () => sureState }
      const piece = { key: String(userId), dueAt: server.context.clock(), signal: new AbortController().signal }
      const work = { ...server.context, time, runBackup: () => Promise.reject(new Error('no backup is due')) }
      await expect(workKinds.eraseAccount.run(work, piece)).rejects.toThrow('the clock is in doubt')
      await workKinds.eraseAccount.run({ ...work, time: { ...time, check: () => Promise.resolve(sureState) } }, piece)
      await expect(server.signIn(username)).rejects.toMatchObject({ code: 'Login.error' })
    })

    it('is erased by administrators for a customer who asks, also where it is deleted already, and they can take that back [T872]', async () => {
      const params = { id: userId }
      admin = await server.signInAs('ROLE_ADMIN')
      support = await server.signInAs('ROLE_BE')
      await expect(support.leaving.requestDeletionForUser({ params })).rejects.toMatchObject({ code: 'not.authorized' })
      await admin.user.remove({ params })
      const { deletion } = await admin.leaving.requestDeletionForUser({ params })
      expect(deletion).toMatchObject({ isByStaff: true })
      expect((await support.user.get({ params })).deletionAt).toBe(deletion?.dueAt)
      expect((await admin.leaving.cancelDeletionForUser({ params })).deletion).toBeNull()
      await admin.leaving.requestDeletionForUser({ params })
      const actions = (await admin.audit.getForRecord({ params: { entity: 'user', id: userId } })).map(({ action }) => action)
      expect(actions.slice(0, 3)).toEqual(['requestDeletion', 'cancelDeletion', 'requestDeletion'])
      // Deleted again on the last day, it could be restored for another one.
      await admin.user.restore({ params })
      server.pass(deletionDays * dayMs - 60_000)
      admin = await server.signInAs('ROLE_ADMIN')
      await admin.user.remove({ params })
      server.pass(60_000)
      await comeDue(server.context.db, userId)
      await eraseAccount(server.context, userId)
      admin = await server.signInAs('ROLE_ADMIN')
      for (const call of [
        () => admin.user.get({ params }),
        () => admin.user.restore({ params }),
        () => admin.leaving.cancelDeletionForUser({ params }),
        () => admin.leaving.requestDeletionForUser({ params }),
        () => admin.user.getNotes({ params }),
      ])
        await expect(call()).rejects.toMatchObject({ status: 404 })
      const filters = chosen(await admin.user.initB122Table(), 'deleted', 'true')
      const { items } = await admin.user.getB122TableResults({ body: listBody({ perPage: 500, filters }) })
      expect(items.map(({ id }) => id)).not.toContain(userId)
      expect(await server.context.db.$count(auditEntries, eq(auditEntries.recordId, userId))).toBeGreaterThan(3)
    })

    it('of the last administrator stays, whether they ask or are left alone with it [T873]', async () => {
      const { db } = server.context
      await db.update(users).set({ role: 'ROLE_BE' }).where(eq(users.role, 'ROLE_ADMIN'))
      const [ada, ben] = [await server.join({ role: 'ROLE_ADMIN' }), await server.join({ role: 'ROLE_ADMIN' })]
      const [first, second] = [await server.signIn(ada.username), await server.signIn(ben.username)]
      await first.leaving.requestDeletion()
      await expect(second.leaving.requestDeletion()).rejects.toMatchObject({ code: 'last.administrator.error' })
      await expect(first.leaving.requestDeletionForUser({ params: { id: ada.userId } })).rejects.toMatchObject({
        code: 'own.account.error',
      })
      await db.update(users).set({ isDeleted: true }).where(eq(users.id, ben.userId))
      await comeDue(server.context.db, ada.userId)
      await eraseAccount(server.context, ada.userId)
      admin = await server.signIn(ada.username)
      expect((await admin.leaving.getOwn()).deletion).toBeNull()
      const mail = (await messagesFor(server, ada.username)).find(({ subject }) => subject === 'Your Fieldport account stays')
      expect(mail?.text).toContain('You are the only administrator, and the portal needs one.')
      expect((await events('deletionCancelled')).at(0)).toMatchObject({ account: { id: ada.userId }, actor: null })
    })

    it('leaves nothing of a customer that the other screens of staff would show [T874]', async () => {
      const { db, storage } = server.context
      const leaver = await addLeaver(db, storage, 'eve', catalogue)
      await comeDue(db, leaver.id)
      await eraseAccount(server.context, leaver.id)
      expect(await findWords(db, Object.values(factsOf('eve')))).toEqual([])
      expect(await db.$count(formerContacts, eq(formerContacts.userId, leaver.id))).toBe(0)
      server.pass(2 * 60 * 60_000)
      await removeOrphans(server.context)
      const left: string[] = []
      for await (const { sha256 } of storage.list()) left.push(sha256)
      expect(left).not.toContain(leaver.sha256)
      admin = await server.signIn((await db.select().from(users).where(eq(users.role, 'ROLE_ADMIN')))[0]?.username ?? '')
      const { items } = await admin.warrantyCode.getB122TableResults({ body: listBody({ perPage: 500, search: leaver.code }) })
      expect(items).toMatchObject([{ code: leaver.code, accessory: { tostring: expect.stringMatching(/^C\d/) } }])
      expect(JSON.stringify(items)).not.toMatch(/eve/i)
    })
  })
})
