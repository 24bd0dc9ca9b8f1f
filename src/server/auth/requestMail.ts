/** Mails to an address that somebody typed, and how many of them there may be. */
import type { Database } from '../db/connect.ts'
import type { MessageTemplate } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { consume, type RateLimit, tryConsume } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { hashSecret } from './secret.ts'

/**
 * Registrations and changes of address together: each may send a mail to a stranger, and a registration tells whether an address is taken.
 * Enough for a stand at a fair behind one address.
 */
export const registrations: RateLimit = { name: 'registrations', max: 50, windowMs: hourMs }
const asked: RateLimit = { name: 'mails asked for', max: 20, windowMs: minuteMs }
const perAddressee: RateLimit = { name: 'mails to', max: 5, windowMs: hourMs }

/**
 * For a mail that anybody may ask for. The same is done, and as fast, whether the address has an account or not.
 *
 * Throws `too.many.requests.error` for an address of the network that asks for very many. Whoever is mailed five times an hour gets no
 * more, in silence: the one who asks is not told who has an account.
 */
export async function requestMail(
  { db, address, now }: { db: Database; address: string; now: Date },
  template: 'validateAccount' | 'resetPassword',
  username: string,
): Promise<void> {
  await consume(db, asked, address, now)
  if (await mayMailTo(db, template, username, now)) await queueMessage(db, { template, address: username }, now)
}

/** Counts a mail of this kind to an address. False where five have gone there within the hour. */
export async function mayMailTo(db: Database, template: MessageTemplate, username: string, now: Date): Promise<boolean> {
  return (await tryConsume(db, perAddressee, `${template}:${hashSecret(username)}`, now)) === null
}
