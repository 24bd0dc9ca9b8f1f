/** Customers. Nobody can sign in to a new account before its owner has chosen a password with a mailed link. */
import { and, gt, inArray, not } from 'drizzle-orm'
import * as v from 'valibot'
import { personForm } from '../../contract/person.ts'
import { locales } from '../../contract/rules.ts'
import { isUnprovenRegistration, removeUnprovenRegistrations } from '../accounts/expiredRegistration.ts'
import { noPassword } from '../auth/passwords/passwords.ts'
import type { Database } from '../db/connect.ts'
import { formerContacts, users } from '../db/tables.ts'
import { checkContact, storedPhone, toE164 } from '../messages/phone.ts'
import { queueInvitations } from '../messages/queueMessage.ts'
import { pastDay, yesOrNo } from './columns.ts'
import { added, type Batch, compare, importKind, type Outcome, present, wrong } from './importKind.ts'
import type { Facts } from './plannedRecords.ts'
import { problem, problemOf } from './problems.ts'

const entries = {
  ...personForm,
  isNewsletter: yesOrNo('no'),
  locale: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(locales, `write ${locales.join(' or ')}`)), 'en'),
  since: v.optional(pastDay),
}
type Customer = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>

export const customers = importKind({
  name: 'customers',
  batchLines: 1_000,
  entries,
  async save(batch, rows) {
    const { db, planned, isDryRun, now } = batch
    const usernames = [...new Set(rows.map(({ username }) => username))]
    const known = new Map([...(await findStored(db, usernames)), ...(await planned.find('customer', usernames))])
    const fresh = new Map<string, Customer>()
    const outcomes = rows.map((row) => {
      const facts = factsOf(row)
      const stored = known.get(row.username)
      if (stored !== undefined) return compare(facts, stored)
      try {
        checkContact(row)
      } catch (error) {
        return wrong(problemOf(error))
      }
      known.set(row.username, facts)
      fresh.set(row.username, row)
      return added
    })
    const ids = isDryRun ? new Map<string, number>() : await insert(batch, [...fresh.values()])
    // Read after the insert, which may have waited for an account that gave up its address.
    const reserved = await findReserved(db, [...fresh.keys()], now)
    const kept = [...ids].filter(([username]) => !reserved.has(username)).map(([, id]) => id)
    if (kept.length < ids.size)
      await removeAll(
        db,
        [...ids].filter(([username]) => reserved.has(username)).map(([, id]) => id),
      )
    if (batch.invitesPerHour !== null) await queueInvitations(db, kept, batch.invitesPerHour, now)
    await planned.add('customer', new Map([...fresh].filter(([name]) => !reserved.has(name)).map(([name, row]) => [name, factsOf(row)])))
    return outcomes.map((outcome, index): Outcome => {
      const { username } = rows[index] ?? { username: '' }
      if (outcome.state !== 'added') return outcome
      if (reserved.has(username)) return wrong(problem('username', 'email.already.exists.error'))
      return isDryRun || ids.has(username) ? outcome : present
    })
  },
})

/** Accounts by their address. Registrations that have proven nothing count as absent: the import replaces them. */
async function findStored(db: Database, usernames: readonly string[]): Promise<Map<string, Facts>> {
  const unproven = db.select({ id: users.id }).from(users).where(isUnprovenRegistration(db))
  const isOne = and(inArray(users.username, [...usernames]), not(users.isDeleted), not(inArray(users.id, unproven)))
  const rows = await db.select().from(users).where(isOne)
  return new Map(rows.map((row) => [row.username, factsOf(row)]))
}

async function findReserved(db: Database, usernames: readonly string[], now: Date): Promise<Set<string>> {
  if (usernames.length === 0) return new Set()
  const { username, expiresAt } = formerContacts
  const rows = await db
    .select({ username })
    .from(formerContacts)
    .where(and(inArray(username, [...usernames]), gt(expiresAt, now)))
  return new Set(rows.map((row) => row.username))
}

/** Returns the ids by address. An account that somebody made at the same moment is left out. */
async function insert({ db, now }: Batch, rows: readonly Customer[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const usernames = rows.map(({ username }) => username)
  await removeUnprovenRegistrations(db, usernames)
  const made = { passwordHash: noPassword, origin: 'IMPORT', accountValidated: false } as const
  const inserted = await db
    .insert(users)
    .values(
      rows.map(({ distributor, since, ...row }) => {
        const filled = { ...storedPhone(row), distributor: distributor || null, since: since ?? now }
        return Object.assign(row, made, filled)
      }),
    )
    .onConflictDoNothing()
    .returning({ id: users.id, username: users.username })
  return new Map(inserted.map(({ id, username }) => [username, id]))
}

async function removeAll(db: Database, ids: readonly number[]): Promise<void> {
  await db.delete(users).where(inArray(users.id, [...ids]))
}

type Person = Pick<Customer, 'firstname' | 'lastname' | 'phonePrefix' | 'phoneNumber' | 'country'> & {
  distributor?: string | null | undefined
}

function factsOf(person: Person): Facts {
  const { firstname, lastname, phonePrefix, phoneNumber, country, distributor } = person
  const phone = toE164({ phonePrefix, phoneNumber }) ?? `${phonePrefix} ${phoneNumber}`
  return { firstname, lastname, phoneNumber: phone, country, distributor: distributor || null }
}
