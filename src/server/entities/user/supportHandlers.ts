/** Staff's calls for a person on the phone: messages, sessions and notes (contract/userSupport.ts). */
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { listRowsMax, messagesKeptDays } from '../../../contract/rules.ts'
import { type SentMessage, userSupport as calls } from '../../../contract/userSupport.ts'
import { AppError } from '../../../errors.ts'
import { userChoice } from '../../accounts/userNames.ts'
import { assertMayEdit } from '../../accounts/userRights.ts'
import { endImpersonations } from '../../auth/endImpersonations.ts'
import { findSessions } from '../../auth/findSessions.ts'
import { endFamily, endSessionsOf } from '../../auth/session.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { outgoingMessages, settledMessages, userNotes, users } from '../../db/tables.ts'
import { dayMs } from '../../limits/durations.ts'
import type { Actor } from '../../records/list.ts'
import { changeUser, writeStaffEvent } from './changeUser.ts'

export const userSupport: HandlersOf<typeof calls> = {
  async getMessages({ params, db, user, now }) {
    const { id: userId, username, isDeleted } = await findEditable(db, params.id, user)
    // A forgotten password is asked for by an address. A deleted account has given up its own.
    const isToAddress = and(isNull(outgoingMessages.userId), isNull(outgoingMessages.alertId), eq(outgoingMessages.address, username))
    const isTheirs = or(eq(outgoingMessages.userId, userId), isDeleted ? undefined : isToAddress)
    const waiting = await db.select().from(outgoingMessages).where(isTheirs).limit(listRowsMax)
    const settled = await db
      .select()
      .from(settledMessages)
      .where(and(eq(settledMessages.userId, userId), gt(settledMessages.createdAt, new Date(now.getTime() - messagesKeptDays * dayMs))))
      .orderBy(desc(settledMessages.createdAt))
      .limit(listRowsMax)
    return [...waiting.map((row) => Object.assign(row, { outcome: 'waiting' as const, settledAt: null })), ...settled]
      .map(toMessage)
      .toSorted((one, other) => other.date.localeCompare(one.date))
      .slice(0, listRowsMax)
  },

  async getSessions({ params, db, user, now }) {
    return findSessions(db, await findEditable(db, params.id, user), user.familyId, now)
  },

  async endSessions({ params, body: { sessionId: familyId }, ...call }) {
    const { address, now } = call
    const { id: userId } = params
    const ended = await changeUser(call, userId, 'endSessions', async (db) => {
      if (familyId === undefined) await endSessionsOf(db, userId)
      else if (!(await endFamily(db, { userId, familyId }))) throw new AppError('resource.not.found')
      await writeStaffEvent(db, call, { kind: 'signOut', userId, ...(familyId === undefined && { reason: 'everywhere' }) })
    })
    await endImpersonations(call.db, { administratorId: userId, address, ...(familyId !== undefined && { familyId }) }, now)
    return ended
  },

  async getNotes({ params, db, user }) {
    const { id: userId } = await findEditable(db, params.id, user)
    const { id, firstname, lastname, username } = users
    const rows = await db
      .select({ note: userNotes, author: { id, firstname, lastname, username } })
      .from(userNotes)
      .leftJoin(users, eq(users.id, userNotes.authorId))
      .where(eq(userNotes.userId, userId))
      .orderBy(desc(userNotes.id))
      .limit(listRowsMax)
    return rows.map(({ note, author }) => ({
      id: note.id,
      text: note.text,
      date: note.createdAt.toISOString(),
      by: userChoice(author),
      mayRemove: mayRemove(user, note),
    }))
  },

  async addNote({ params, body, db, user, now, runIdempotent }) {
    const { id: userId } = await findEditable(db, params.id, user)
    return runIdempotent(async (transaction) => {
      const note = { userId, authorId: user.id, text: body.text, createdAt: now }
      return single(await transaction.insert(userNotes).values(note).returning({ id: userNotes.id }))
    })
  },

  removeNote: ({ params: { id, noteId }, ...call }) =>
    changeUser(call, id, 'removeNote', async (db) => {
      const isIt = and(eq(userNotes.id, noteId), eq(userNotes.userId, id))
      const [note] = await db.select().from(userNotes).where(isIt)
      if (note === undefined) throw new AppError('resource.not.found')
      if (!mayRemove(call.user, note)) throw new AppError('not.authorized')
      await db.delete(userNotes).where(isIt)
    }),
}

function mayRemove({ id, role }: Actor, { authorId }: { authorId: number | null }): boolean {
  return role === 'ROLE_ADMIN' || id === authorId
}

/** Throws `resource.not.found`, or `not.authorized` for a user whom the caller may not edit. */
async function findEditable(db: Database, id: number, caller: Actor): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (user === undefined || user.erasedAt !== null) throw new AppError('resource.not.found')
  assertMayEdit(caller, user, undefined)
  return user
}

type Sent = Pick<typeof settledMessages.$inferSelect, 'messageId' | 'template' | 'createdAt'> & {
  readonly outcome: SentMessage['outcome']
  readonly settledAt: Date | null
}

function toMessage({ messageId, template, createdAt, outcome, settledAt }: Sent): SentMessage {
  return { id: messageId, kind: template, date: createdAt.toISOString(), outcome, settledAt: settledAt?.toISOString() ?? null }
}
