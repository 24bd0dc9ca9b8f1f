/** Mails that anyone can request for an address, and their limits. */
import { and, eq, not } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { type MessageTemplate, users } from '../db/tables.ts'
import { hourMs, minuteMs } from '../limits/durations.ts'
import { consume, type RateLimit, tryConsume } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { hashSecret } from './secret.ts'
import { type DeviceCookies, findTrustedDevice } from './trustedDevice.ts'

/**
 * Registrations and changes of address, counted together: each can mail a stranger, and a registration reveals whether an address is taken.
 * High enough for a trade-fair stand behind one network address.
 */
export const registrations: RateLimit = { name: 'registrations', max: 50, windowMs: hourMs }
const mailRequests: RateLimit = { name: 'mails asked for', max: 20, windowMs: minuteMs }
const perRecipient: RateLimit = { name: 'mails to', max: 5, windowMs: hourMs }
const perTrustedDevice: RateLimit = { name: 'password links from', max: 5, windowMs: hourMs }

type MailRequest = { readonly db: Database; readonly address: string; readonly now: Date }

/**
 * Queues the link that validates an account. Does the same work in the same time whether or not the address has an account.
 *
 * Throws `too.many.requests.error` if one network address requests too many. Beyond five an hour an address gets no more mails, silently,
 * so that the sender does not learn who has an account.
 */
export async function requestValidationLink({ db, address, now }: MailRequest, username: string): Promise<void> {
  await consume(db, mailRequests, address, now)
  if (await mayMailTo(db, 'validateAccount', username, now)) await queueMessage(db, { template: 'validateAccount', address: username }, now)
}

/**
 * Queues the link to a new password, like the one above. A browser that the account trusts has five an hour of its own, so that strangers
 * who ask for links to this address cannot use up the owner's. Which rows are read depends on the cookies, not on the account.
 */
export async function requestPasswordLink(
  { db, address, devices, now }: MailRequest & { readonly devices: DeviceCookies },
  username: string,
): Promise<void> {
  await consume(db, mailRequests, address, now)
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  const deviceHash = await findTrustedDevice(db, user?.id, devices.secrets)
  const mayMailFrom = async (hash: string) => (await tryConsume(db, perTrustedDevice, hash, now)) === null
  const mayMail = deviceHash === undefined ? mayMailTo(db, 'resetPassword', username, now) : mayMailFrom(deviceHash)
  if (await mayMail) await queueMessage(db, { template: 'resetPassword', address: username }, now)
}

/** Counts a mail of this kind to an address. Returns false after five within an hour. */
export async function mayMailTo(db: Database, template: MessageTemplate, username: string, now: Date): Promise<boolean> {
  return (await tryConsume(db, perRecipient, `${template}:${hashSecret(username)}`, now)) === null
}
