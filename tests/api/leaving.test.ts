// @module-tag rest
/** Deleting one's account: by its owner, and by staff for a customer who asks. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deletionDays } from '../../src/contract/rules.ts'
import { sureState } from '../../src/server/clock/portalClock.ts'
import { accountDeletions, auditEntries, formerContacts, users } from '../../src/server/db/tables.ts'
import { noteRestored } from '../../src/server/installation/restored.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import type { Client } from '../support/apiServer.ts'
import { register } from '../support/coils.ts'
import { listed } from '../support/contents.ts'
import { addCatalogue, addLeaver, comeDue, factsOf, findWords } from '../support/leaver.ts'
import { chosen, listBody } from '../support/lists.ts'
import { messagesFor } from '../support/mailbox.ts'
import { dayMs, dueFor, eventsOf, subjectsTo } from '../support/leavingSteps.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let admin: Client
  let support: Client
  let catalogue: Awaited<ReturnType<typeof addCatalogue>>
  let customer: Client
  let username: string
  let userId: number

  beforeAll(async () => {
    catalogue = await addCatalogue(server.context.db, server.context.storage)
  })
  beforeEach(async () => {
    // So many days pass that their sessions end.
    admin = await server.signInAs('ROLE_ADMIN')
    support = await server.signInAs('ROLE_BE')
    ;({ username, userId } = await server.join())
    customer = await server.signIn(username)
  })

  describe('an account', () => {
    it('is deleted after seven days, with a mail at once, a date on the profile, and nobody signed in any more [T870]', async () => {
      const { db } = server.context
      const asked = await customer.leaving.requestDeletion()
      expect(asked.deletion).toMatchObject({ isByStaff: false, hasBegun: false })
      expect(await dueFor(server, 'eraseAccount', userId)).toEqual([deletionDays * dayMs])
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
      expect((await eventsOf(admin, 'accountErased')).at(0)).toMatchObject({ account: null, actor: null, address: null })
      // The address is free again.
      await server.addUser({ username })
    })

    it('stays if its owner changes their mind, by signing in within the seven days [T871]', async () => {
      await customer.leaving.requestDeletion()
      server.pass(deletionDays * dayMs - 60_000)
      customer = await server.signIn(username)
      expect((await customer.leaving.cancelDeletion()).deletion).toBeNull()
      expect((await customer.leaving.cancelDeletion()).deletion).toBeNull()
      expect(await dueFor(server, 'eraseAccount', userId)).toEqual([])
      server.pass(dayMs)
      await eraseAccount(server.context, userId)
      expect((await customer.user.getProfile()).deletionAt).toBeNull()
      expect((await subjectsTo(server, username)).filter((subject) => subject === 'Your Fieldport account stays')).toHaveLength(1)
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
      const told = async () =>
        (await subjectsTo(server, username)).filter((subject) => subject === 'Your Fieldport account will be deleted')
      await customer.leaving.requestDeletion()
      expect(await told()).toHaveLength(1)
      await noteRestored(server.context.db, server.context.clock())
      server.pass(2 * deletionDays * dayMs)
      admin = await server.signInAs('ROLE_ADMIN')
      await admin.installation.resume()
      expect(await dueFor(server, 'eraseAccount', userId)).toEqual([deletionDays * dayMs])
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
      expect((await eventsOf(admin, 'deletionCancelled')).at(0)).toMatchObject({ account: { id: ada.userId }, actor: null })
    })

    it('leaves nothing of a customer that the other screens of staff would show [T874]', async () => {
      const { db, storage } = server.context
      const leaver = await addLeaver(db, storage, 'eve', catalogue)
      await comeDue(db, leaver.id)
      await eraseAccount(server.context, leaver.id)
      expect(await findWords(db, Object.values(factsOf('eve')))).toEqual([])
      expect(await db.$count(formerContacts, eq(formerContacts.userId, leaver.id))).toBe(0)
      // Files are dated by the disk's clock, not by the test's.
      await removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * 60 * 60_000) })
      expect((await listed(storage)).map(({ sha256 }) => sha256)).not.toContain(leaver.sha256)
      const { items } = await admin.warrantyCode.getB122TableResults({ body: listBody({ perPage: 500, search: leaver.code }) })
      expect(items).toMatchObject([{ code: leaver.code, accessory: { tostring: expect.stringMatching(/^C\d/) } }])
      expect(JSON.stringify(items)).not.toMatch(/eve/i)
    })
  })
})
