/** Mails that anybody may ask for by typing an address. The same is done, and as fast, whether it has an account or not. */
import { type Budget, hourMs, minuteMs, spend, takeFrom } from './budget.ts'
import type { Database } from './db/connect.ts'
import { queueMessage } from './messages/queueMessage.ts'
import { hashSecret } from './secret.ts'

const asked: Budget = { name: 'mails asked for', max: 20, windowMs: minuteMs }
const perAddressee: Budget = { name: 'mails to', max: 5, windowMs: hourMs }

/**
 * Throws `too.many.requests.error` for an address of the network that asks for very many. Whoever is mailed five times an hour gets no
 * more, in silence: the one who asks is not told who has an account.
 */
export async function requestMail(
  { db, address, now }: { db: Database; address: string; now: Date },
  template: 'validateAccount' | 'resetPassword',
  username: string,
): Promise<void> {
  await spend(db, asked, address, now)
  const isAllowed = (await takeFrom(db, perAddressee, `${template}:${hashSecret(username)}`, now)) === null
  if (isAllowed) await queueMessage(db, { template, address: username }, now)
}
