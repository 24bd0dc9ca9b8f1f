/** Writes down what an administrator sees who views the portal as a customer: once for each view and screen. Knows no call by name. */
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { impersonations, users } from '../db/tables.ts'
import { writeSecurityEvent } from './securityLog.ts'
import type { Caller } from './caller.ts'

type Viewed = { readonly endpoint: Endpoint; readonly address: string }

/**
 * To be called before the answer is sent, and outside of the handler's transaction, which writes nothing. Only the first call of a screen
 * writes. Throws `not.authenticated` if the view has ended meanwhile: nothing is shown that is not in the log.
 */
export async function noteViewed(
  db: Database,
  { id: userId, impersonatedBy, view }: Pick<Caller, 'id' | 'impersonatedBy' | 'view'>,
  { endpoint: { viewedAs: screen = 'viewedOther' }, address }: Viewed,
  now: Date,
): Promise<void> {
  if (view === undefined || impersonatedBy === undefined || screen === null || view.screens.includes(screen)) return
  await db.transaction(async (transaction) => {
    // In the order of all other code: accounts before what hangs on them.
    const people = inArray(users.id, [userId, impersonatedBy])
    await transaction.select({ id: users.id }).from(users).where(people).orderBy(users.id).for('key share')
    const isThis = eq(impersonations.id, view.id)
    const [added] = await transaction
      .update(impersonations)
      .set({ screens: sql`array_append(${impersonations.screens}, ${screen}::text)` })
      .where(and(isThis, not(sql`${screen}::text = any(${impersonations.screens})`)))
      .returning({ id: impersonations.id })
    if (added !== undefined)
      await writeSecurityEvent(transaction, { kind: 'impersonationViewed', userId, actorId: impersonatedBy, address, reason: screen }, now)
    else if ((await transaction.$count(impersonations, isThis)) === 0) throw new AppError('not.authenticated')
  })
}
