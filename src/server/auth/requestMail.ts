/** Mails that anyone can request for an address, and their limits. */
import type { Database } from '../db/connect.ts'
import type { MessageTemplate } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { consume, type RateLimit, tryConsume } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { hashSecret } from './secret.ts'

/**
 * Registrations and changes of address, counted together: each can mail a stranger, and a registration reveals whether an address is taken.
 * High enough for a trade-fair stand behind one network address.
 */
export const registrations: RateLimit = { name: 'registrations', max: 50, windowMs: hourMs }
const mailRequests: RateLimit = { name: 'mails asked for', max: 20, windowMs: minuteMs }
const perRecipient: RateLimit = { name: 'mails to', max: 5, windowMs: hourMs }

/**
 * Queues a mail that anyone may request. Does the same work in the same time whether or not the address has an account.
 *
 * Throws `too.many.requests.error` if one network address requests too many. Beyond five an hour an address gets no more mails, silently,
 * so that the sender does not learn who has an account.
 */
export async function requestMail(
  { db, address, now }: { db: Database; address: string; now: Date },
  template: 'validateAccount' | 'resetPassword',
  username: string,
): Promise<void> {
  await consume(db, mailRequests, address, now)
  if (await mayMailTo(db, template, username, now)) await queueMessage(db, { template, address: username }, now)
}

/** Counts a mail of this kind to an address. Returns false after five within an hour. */
export async function mayMailTo(db: Database, template: MessageTemplate, username: string, now: Date): Promise<boolean> {
  return (await tryConsume(db, perRecipient, `${template}:${hashSecret(username)}`, now)) === null
}
