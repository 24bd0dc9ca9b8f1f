// @module-tag rest
/** Mails and choices that wait for an account while it is erased: nothing is written for its number. On PostgreSQL: it takes two connections. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { findSwitchOffToken, switchUpdateMails } from '../../src/server/accounts/updateMails.ts'
import { accessories, outgoingMessages, releaseMails, updateMails, userNotes } from '../../src/server/db/tables.ts'
import { remindExtensions } from '../../src/server/entities/proofCheck/remindExtensions.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import { mailedReleasesOn } from '../support/mailedReleases.ts'
import { overlap } from '../support/overlap.ts'
import { postgresServer } from '../support/servers.ts'

const server = postgresServer()
const { announce, mailed, release, owner } = mailedReleasesOn(server)

/** Does `work` while the account is erased. */
const whileErased = (userId: number, work: () => Promise<unknown>) =>
  overlap(server.context.db, (transaction) => erasePerson(transaction, userId, server.context.clock()), work)

/** How many rows of these mails the account has. */
async function left(userId: number): Promise<number> {
  const { db } = server.context
  const counts = [releaseMails, outgoingMessages, updateMails].map((table) => db.$count(table, eq(table.userId, userId)))
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

it('an owner who is erased while a release is announced gets no mail and leaves no row; the others get theirs [T1045]', async () => {
  const [ada, ben] = [await owner(), await owner()]
  await release('5.5')
  await whileErased(ada.userId, announce)
  expect(await mailed()).toEqual([{ userId: ben.userId, template: 'releaseOffered' }])
  expect(await left(ada.userId)).toBe(0)
})

it('an owner who is erased while reminders are queued gets none [T1053]', async () => {
  const { db, clock } = server.context
  const { userId } = await owner()
  const purchaseDate = new Date(clock().getTime() - 700 * 24 * 60 * 60 * 1000)
  await db.insert(accessories).values({ userId, serialNumber: 'L000000001', name: 'Round 28 cm', accessoryTypeId: 1, purchaseDate })
  await whileErased(userId, () => remindExtensions(server.context))
  expect(await left(userId)).toBe(0)
})

it('a link that is followed while its account is erased, and a mail that is composed then, write nothing [T1054]', async () => {
  const { db, clock } = server.context
  const [ada, ben] = [await owner(), await owner()]
  const switching = whileErased(ada.userId, () => switchUpdateMails(db, ada.userId, false, clock()))
  await expect(switching).rejects.toMatchObject({ code: 'resource.not.found' })
  expect(await whileErased(ben.userId, () => findSwitchOffToken(db, ben.userId))).toBeUndefined()
  expect([await left(ada.userId), await left(ben.userId)]).toEqual([0, 0])
})

it('staff who add a note while the account is erased are told that there is no such account, and nothing is written [T1145]', async () => {
  const { db } = server.context
  const { userId } = await owner()
  const support = await server.signInAs('ROLE_BE')
  const writing = whileErased(userId, () => support.user.addNote({ params: { id: userId }, body: { text: 'Called about the coil' } }))
  await expect(writing).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
  expect(await db.$count(userNotes, eq(userNotes.userId, userId))).toBe(0)
})
