/**
 * Sends what is in the outbox; runs on every server at once. A row is claimed by moving its `dueAt` forward, repeatedly while it is being
 * sent. If a server dies, the row is due again after `claimMs`.
 *
 * While the installation waits after a restore, nothing is claimed. A server that is not sure of the time drops nothing, and on PostgreSQL
 * leaves to others all but mails about alerts.
 *
 * Delivery is as close to exactly-once as SMTP allows. A row is deleted after the recipient's server has accepted the message. If our
 * server is killed in between, the message is sent again; RFC 5321 (4.2.5 and 6.1) accepts this. No order of the two steps avoids it, and
 * deleting first would lose mails. The duplicate has the same Message-ID, by which mailboxes detect it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import type { ClockState } from '../clock/portalClock.ts'
import type { Database } from '../db/connect.ts'
import { outgoingMessages, settledMessages, turnOf, turns, users } from '../db/tables.ts'
import { isNotRestored } from '../installation/restored.ts'
import type { Channel } from '../messages/channel.ts'
import type { ServerContext } from '../serverContext.ts'
import { composeMessage } from './composeMessage.ts'

type DeliveryContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>
type Row = typeof outgoingMessages.$inferSelect
type Outcome = (typeof settledMessages.$inferSelect)['outcome']

const concurrencyMax = 10
const claimMs = 10_000
const renewEveryMs = 3_000
const backoffFirstMs = 2_000
const backoffMaxMs = 5 * 60_000
/** Five minutes: longer than a database takes to restart, or another one to take over. */
const removeAgainMs = 250
const removeTriesMax = 1_200

type Sends = ClockState['sends']

/** Tries each due row once. Returns the number of rows tried. */
export async function deliverMessages(context: DeliveryContext, channel: Channel, sends: Sends = 'all'): Promise<number> {
  const claimed = await claim(context, sends)
  await Promise.all(claimed.map((row) => deliver(context, channel, row)))
  return claimed.length
}

/** Those of each turn in the order in which they are due; of the next one only where there is room. */
async function claim(context: DeliveryContext, sends: Sends): Promise<Row[]> {
  const claimed: Row[] = []
  for (const turn of turns) {
    const room = concurrencyMax - claimed.length
    if (room > 0) claimed.push(...(await claimOf(context, sends, { turn, room })))
  }
  return claimed
}

async function claimOf(
  { db, clock }: DeliveryContext,
  sends: Sends,
  { turn, room }: { readonly turn: (typeof turns)[number]; readonly room: number },
): Promise<Row[]> {
  const now = clock()
  const isTurn = sql`${turnOf(outgoingMessages)} = ${turn}`
  const due = db
    .select({ id: outgoingMessages.id })
    .from(outgoingMessages)
    .where(and(isTurn, lte(outgoingMessages.dueAt, now), isNotRestored(db), isSent(sends, now)))
    .orderBy(asc(outgoingMessages.dueAt), asc(outgoingMessages.id))
    .limit(room)
    .for('update', { skipLocked: true })
  // Not `in (…)`: PostgreSQL may ask that anew for each row, and so claim all that is due.
  const isDue = sql`${outgoingMessages.id} = any(array(${due}))`
  return db
    .update(outgoingMessages)
    .set({ attempts: sql`${outgoingMessages.attempts} + 1`, dueAt: new Date(now.getTime() + claimMs) })
    .where(isDue)
    .returning()
}

function isSent(sends: Sends, now: Date): SQL | undefined {
  if (sends === 'all') return undefined
  const isUseful = gt(outgoingMessages.uselessAt, now)
  return sends === 'useful' ? isUseful : and(isUseful, inArray(outgoingMessages.template, ['alertStarted', 'alertEnded']))
}

async function deliver(context: DeliveryContext, channel: Channel, row: Row): Promise<void> {
  const { db, clock, log } = context
  // Only if no other server has claimed it since.
  const isOurs = and(eq(outgoingMessages.id, row.id), eq(outgoingMessages.attempts, row.attempts))
  const postpone = (ms: number) =>
    db
      .update(outgoingMessages)
      .set({ dueAt: new Date(clock().getTime() + ms) })
      .where(isOurs)
  const facts = { messageId: row.messageId, template: row.template, attempts: row.attempts }
  // Keeps the claim while a slow mail server responds. If a renewal fails, the next one makes up for it.
  const renewing = setInterval(() => void postpone(claimMs).catch(() => undefined), renewEveryMs)
  try {
    const now = clock()
    const outcome = await send(context, channel, row, now)
    if (outcome === 'tooLate') log.error(facts, 'a message could not be delivered in time and was dropped')
    if (outcome === 'refused') log.error(facts, 'a message was refused for good and was dropped')
    await removeSettled(context, row, outcome)
  } catch (error) {
    const waitMs = Math.min(backoffFirstMs * 2 ** (row.attempts - 1), backoffMaxMs)
    log.warn({ ...facts, waitMs, ...withoutRecipient(error) }, 'a message could not be delivered and is retried later')
    await postpone(waitMs)
  } finally {
    clearInterval(renewing)
  }
}

async function send(context: DeliveryContext, channel: Channel, row: Row, now: Date): Promise<Outcome> {
  if (row.uselessAt <= now) return 'tooLate'
  const message = await composeMessage(context, row, now)
  if (message === undefined) return 'notNeeded'
  return (await channel(message)) === 'refused' ? 'refused' : 'handedOver'
}

/**
 * Tries again while the database is away. The message has been sent, so the row is deleted even if another server has claimed it since:
 * that server would send it once more.
 */
async function removeSettled({ db, log, clock }: DeliveryContext, row: Row, outcome: Outcome): Promise<void> {
  const { id, messageId } = row
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction(async (transaction) => {
        await transaction.delete(outgoingMessages).where(eq(outgoingMessages.id, id))
        await keepOutcome(transaction, row, outcome, clock())
      })
      return
    } catch (error) {
      if (tries === removeTriesMax) throw error
      if (tries === 1) log.warn({ messageId, ...withoutRecipient(error) }, 'a message that is settled could not be removed; retrying')
      await pause(removeAgainMs)
    }
  }
}

/** For staff, where the message is to an account. If another server has sent it too, the first outcome stays. */
async function keepOutcome(db: Database, row: Row, outcome: Outcome, settledAt: Date): Promise<void> {
  const { messageId, template, createdAt, alertId, address } = row
  if (alertId !== null) return
  const userId = row.userId ?? (await findAccount(db, address ?? ''))
  if (userId === undefined) return
  await db.insert(settledMessages).values({ messageId, template, userId, createdAt, settledAt, outcome }).onConflictDoNothing()
}

/** Undefined for an address without an account. */
async function findAccount(db: Database, username: string): Promise<number | undefined> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  return user?.id
}

/** A mail server repeats the address in its error, and a database driver its parameters. Neither may be logged. */
function withoutRecipient(error: unknown): Record<string, unknown> {
  // Reading these properties is safe for any thrown value.
  const { name, code, responseCode } = Object(error) as { name?: unknown; code?: unknown; responseCode?: unknown }
  return { name, code, responseCode }
}
