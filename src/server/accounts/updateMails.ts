/**
 * Whether people want mails about updates and reminders, and the link in these mails that switches them off. The link serves for as long as the
 * account: its token is random and stored, so that no key is involved whose rotation would end it. Knows no mail.
 */
import { eq } from 'drizzle-orm'
import { makeSecret } from '../auth/secret.ts'
import { lockUser } from '../auth/session.ts'
import type { Database } from '../db/connect.ts'
import { updateMails } from '../db/tables.ts'

export async function wantsUpdateMails(db: Database, userId: number): Promise<boolean> {
  const row = await findChoice(db, userId)
  return row === undefined || row.switchedOffAt === null
}

/** The token for the links of this person's mails, the same at every call; undefined where they do not want them, or the account was erased. */
export async function findSwitchOffToken(db: Database, userId: number): Promise<string | undefined> {
  const row = (await findChoice(db, userId)) ?? (await makeChoice(db, userId))
  return row?.switchedOffAt === null ? row.token : undefined
}

async function findChoice(db: Database, userId: number) {
  const [row] = await db.select().from(updateMails).where(eq(updateMails.userId, userId))
  return row
}

/** Undefined for an account that was erased meanwhile. */
async function makeChoice(db: Database, userId: number) {
  await db.insert(updateMails).values({ userId, token: makeSecret() }).onConflictDoNothing()
  return findChoice(db, userId)
}

/** Throws `resource.not.found` for an account that was erased meanwhile. */
export async function switchUpdateMails(db: Database, userId: number, isOn: boolean, now: Date): Promise<void> {
  const switchedOffAt = isOn ? null : now
  await db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    await transaction
      .insert(updateMails)
      .values({ userId, token: makeSecret(), switchedOffAt })
      .onConflictDoUpdate({ target: updateMails.userId, set: { switchedOffAt } })
  })
}
