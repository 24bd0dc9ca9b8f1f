/** What staff who answer a call see of a customer beside the record: messages, sessions and notes. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messagesKeptDays } from '../../src/contract/rules.ts'
import { outgoingMessages, securityEvents, settledMessages } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import type { Client } from '../support/apiServer.ts'
import { messagesFor } from '../support/mailbox.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const dayMs = 24 * 60 * 60 * 1000
const notAuthorized = { code: 'not.authorized' }
const notFound = { code: 'resource.not.found' }

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')
  let params: { id: number }
  let username: string

  const findMessages = () => backOffice.user.getMessages({ params })

  beforeEach(async () => {
    const { userId, username: address } = await server.join({ firstname: 'Amélie', lastname: 'Blanchard' })
    params = { id: userId }
    username = address
  })

  it('is for those who may edit the account', async () => {
    const colleague = { id: (await server.join({ role: 'ROLE_MARKETTING' })).userId }
    const body = { text: 'Called' }
    const callsOf = ({ user }: Client, of: { id: number }) => [
      () => user.getMessages({ params: of }),
      () => user.getSessions({ params: of }),
      () => user.endSessions({ params: of, body: {} }),
      () => user.getNotes({ params: of }),
      () => user.addNote({ params: of, body }),
    ]
    for (const call of callsOf(backOffice, colleague)) await expect(call()).rejects.toMatchObject(notAuthorized)
    for (const call of callsOf(backOffice, { id: 999_999 })) await expect(call()).rejects.toMatchObject(notFound)
    for (const call of callsOf(admin, colleague)) await expect(call()).resolves.toBeDefined()
  })

  describe('messages', () => {
    it('say what was handed over and what waits, without text and address [T763]', async () => {
      await admin.user.resetPassword({ body: { userId: params.id } })
      await expect(findMessages()).resolves.toEqual([
        { id: expect.any(String), kind: 'resetPassword', date: expect.any(String), outcome: 'waiting', settledAt: null },
      ])
      await messagesFor(server, username)
      const [sent, ...others] = await findMessages()
      expect(sent).toMatchObject({ kind: 'resetPassword', outcome: 'handedOver', settledAt: expect.any(String) })
      expect(others).toEqual([])
      expect(JSON.stringify(sent)).not.toContain(username)
    })

    it('say why one was not sent', async () => {
      const add = (values: object) =>
        server.context.db.insert(outgoingMessages).values({
          template: 'passwordChanged',
          userId: params.id,
          createdAt: server.context.clock(),
          dueAt: server.context.clock(),
          uselessAt: new Date(server.context.clock().getTime() + dayMs),
          ...values,
        })
      // Validated already.
      await add({ template: 'validateAccount' })
      await messagesFor(server, username)
      await add({ template: 'newDevice', uselessAt: server.context.clock() })
      await messagesFor(server, username)
      await add({ template: 'factorAdded' })
      await deliverMessages(server.context, () => Promise.resolve('refused'))
      const outcomes = Object.fromEntries((await findMessages()).map(({ kind, outcome }) => [kind, outcome]))
      expect(outcomes).toEqual({ validateAccount: 'notNeeded', newDevice: 'tooLate', factorAdded: 'refused' })
    })

    it('that anybody asked for by the address are the account’s too, and nobody’s where there is none [T832]', async () => {
      await server.client().forgotPassword.resetPassword({ body: { username } })
      await server.client().forgotPassword.resetPassword({ body: { username: `nobody-${username}` } })
      await expect(findMessages()).resolves.toMatchObject([{ kind: 'resetPassword', outcome: 'waiting', settledAt: null }])
      await messagesFor(server, username)
      await expect(findMessages()).resolves.toMatchObject([{ kind: 'resetPassword', outcome: 'handedOver' }])
    })

    it(`are kept for ${messagesKeptDays} days`, async () => {
      const settledAt = new Date(server.context.clock().getTime() - messagesKeptDays * dayMs)
      const message = { userId: params.id, template: 'newDevice' as const, outcome: 'handedOver' as const }
      const rows = [settledAt, new Date(settledAt.getTime() + dayMs)].map((at) =>
        Object.assign({ messageId: crypto.randomUUID(), createdAt: at, settledAt: new Date(at.getTime() - 1) }, message),
      )
      await server.context.db.insert(settledMessages).values(rows)
      await purgeExpired(server.context)
      const kept = await server.context.db.$count(settledMessages, eq(settledMessages.userId, params.id))
      expect(kept).toBe(1)
    })
  })

  describe('sessions', () => {
    it('are listed and ended, one or all, with who did it [T764]', async () => {
      const [one, other] = [await server.signIn(username), await server.signIn(username)]
      const [last, ...rest] = await backOffice.user.getSessions({ params })
      expect(rest).toHaveLength(1)
      expect(last).toMatchObject({ isCurrent: false })
      const body = { sessionId: (await one.session.getOwn()).find(({ isCurrent }) => isCurrent)?.id }
      await backOffice.user.endSessions({ params, body })
      await expect(one.user.getProfile()).rejects.toMatchObject({ status: 401 })
      await expect(other.user.getProfile()).resolves.toBeDefined()
      await expect(backOffice.user.endSessions({ params, body })).rejects.toMatchObject(notFound)
      await backOffice.user.endSessions({ params, body: {} })
      await expect(other.user.getProfile()).rejects.toMatchObject({ status: 401 })
      await expect(backOffice.user.getSessions({ params })).resolves.toEqual([])

      const trail = await admin.audit.getForRecord({ params: { entity: 'user', id: params.id } })
      expect(trail.map(({ action }) => action)).toEqual(['endSessions', 'endSessions'])
      const events = await server.context.db
        .select()
        .from(securityEvents)
        .where(eq(securityEvents.userId, params.id))
        .orderBy(securityEvents.id)
      const ends = events.filter(({ kind }) => kind === 'signOut')
      expect(ends.map(({ reason }) => reason)).toEqual([null, 'everywhere'])
      expect(ends[0]?.actorId).toBe(backOffice.held.current?.id)
    })
  })

  describe('notes', () => {
    it('are written for colleagues, and removed by their author or an administrator [T765]', async () => {
      const { id } = await backOffice.user.addNote({ params, body: { text: 'Cable replaced.\nCalls again on Friday.' } })
      const [note] = await admin.user.getNotes({ params })
      expect(note).toMatchObject({ id, text: 'Cable replaced.\nCalls again on Friday.', mayRemove: true })
      const other = await server.signInAs('ROLE_BE')
      await expect(other.user.getNotes({ params })).resolves.toMatchObject([{ id, mayRemove: false }])
      const noteParams = { ...params, noteId: id }
      await expect(other.user.removeNote({ params: noteParams })).rejects.toMatchObject(notAuthorized)
      const elsewhere = (await server.join()).userId
      await expect(admin.user.removeNote({ params: { id: elsewhere, noteId: id } })).rejects.toMatchObject(notFound)
      await backOffice.user.removeNote({ params: noteParams })
      await expect(admin.user.getNotes({ params })).resolves.toEqual([])
      const trail = await admin.audit.getForRecord({ params: { entity: 'user', id: params.id } })
      expect(trail.map(({ action }) => action)).toEqual(['removeNote'])
      expect(JSON.stringify(trail)).not.toContain('Cable')
    })
  })
})
