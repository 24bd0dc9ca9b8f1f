/**
 * Empties the outbox, on every server at once. A row is claimed by moving its `dueAt` ahead, and kept claimed while it is being sent; a
 * server that dies meanwhile leaves it due again after `claimMs`.
 *
 * Once, as far as SMTP allows: a row is deleted when the other end has answered that it took the message. A server killed between that
 * answer and the delete sends it again, as RFC 5321 (4.2.5 and 6.1) must accept of any sender: no order of the two steps closes the gap, and deleting
 * first would lose mails instead. The second one carries the same Message-ID, by which mailboxes tell that it is the same.
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { outgoingMessages } from '../db/tables.ts'
import type { Channel } from '../messages/channel.ts'
import type { ServerContext } from '../serverContext.ts'
import { composeMessage } from './composeMessage.ts'

type DeliveryContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>
type Row = typeof outgoingMessages.$inferSelect

const concurrencyMax = 10
const claimMs = 10_000
const renewEveryMs = 3_000
const backoffFirstMs = 2_000
const backoffMaxMs = 5 * 60_000

/** Tries what is due, once each. Gives how many rows it tried. */
export async function deliverMessages(context: DeliveryContext, channel: Channel): Promise<number> {
  const claimed = await claim(context)
  await Promise.all(claimed.map((row) => deliver(context, channel, row)))
  return claimed.length
}

async function claim({ db, clock }: DeliveryContext): Promise<Row[]> {
  const now = clock()
  const due = db
    .select({ id: outgoingMessages.id })
    .from(outgoingMessages)
    .where(lte(outgoingMessages.dueAt, now))
    .orderBy(asc(outgoingMessages.dueAt), asc(outgoingMessages.id))
    .limit(concurrencyMax)
    .for('update', { skipLocked: true })
  return db
    .update(outgoingMessages)
    .set({ attempts: sql`${outgoingMessages.attempts} + 1`, dueAt: new Date(now.getTime() + claimMs) })
    .where(inArray(outgoingMessages.id, due))
    .returning()
}

async function deliver(context: DeliveryContext, channel: Channel, row: Row): Promise<void> {
  const { db, clock, log } = context
  // Only while nobody else has claimed it since.
  const isOurs = and(eq(outgoingMessages.id, row.id), eq(outgoingMessages.attempts, row.attempts))
  const postpone = (ms: number) =>
    db
      .update(outgoingMessages)
      .set({ dueAt: new Date(clock().getTime() + ms) })
      .where(isOurs)
  const facts = { messageId: row.messageId, template: row.template, attempts: row.attempts }
  // A slow mail server must not let the claim run out. A failed renewal is made good by the next.
  const renewing = setInterval(() => void postpone(claimMs).catch(() => undefined), renewEveryMs)
  try {
    const now = clock()
    const message = row.uselessAt > now ? await composeMessage(context, row, now) : undefined
    if (row.uselessAt <= now) log.error(facts, 'a message could not be delivered in time and was given up')
    else if (message !== undefined && (await channel(message)) === 'refused')
      log.error(facts, 'a message was refused for good and was given up')
    await db.delete(outgoingMessages).where(isOurs)
  } catch (error) {
    const waitMs = Math.min(backoffFirstMs * 2 ** (row.attempts - 1), backoffMaxMs)
    log.warn({ ...facts, waitMs, ...withoutRecipient(error) }, 'a message could not be delivered and is tried again later')
    await postpone(waitMs)
  } finally {
    clearInterval(renewing)
  }
}

/** A mail server repeats the address in its refusal, and a driver its parameters; logs hold neither. */
function withoutRecipient(error: unknown): Record<string, unknown> {
  // Whatever was thrown, reading these three from it is safe.
  const { name, code, responseCode } = Object(error) as { name?: unknown; code?: unknown; responseCode?: unknown }
  return { name, code, responseCode }
}
