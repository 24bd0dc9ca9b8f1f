/**
 * Fills an empty database with demo data, so that every screen has something to show. Deterministic: the same seed, and dates relative to
 * `now`. Knows no HTTP. The data is in content/.
 */
import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { demoPassword } from '../config/demoPassword.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { settings, users } from '../db/tables.ts'
import type { Storage } from '../files/storage.ts'
import { storedPhone } from '../messages/phone.ts'
import { demoPeople, type DemoUsername } from './content/accounts.ts'
import { demoCustomers } from './content/customers.ts'
import { demoAccounts } from './content/demoAccounts.ts'
import { insertArticles, storePictures } from './content/insertArticles.ts'
import { insertCustomersOwnership, insertCustomerStory, insertTesterStory } from './content/insertOwnership.ts'
import { insertReleases, storeImages } from './content/insertReleases.ts'
import { insertSubscriptions } from './content/insertSubscriptions.ts'
import { insertWarrantyCodes } from './content/insertWarrantyCodes.ts'
import { demoInvoice } from './content/invoice.ts'
import { insertZones, storeZones } from './content/rallyZones.ts'
import { seededRandom } from './content/seededRandom.ts'
import { demoFilledKey, markDemoRows } from './demoRows.ts'

/** An arbitrary constant: the advisory lock that lets one server at a time fill the database. */
const seedingLock = 7_308_896
/** Does nothing if there is any user. Inserts all rows in one transaction, so that a killed start leaves an empty database. */
export async function seedDemo(db: Database, storage: Storage, now: Date = new Date()): Promise<void> {
  if (await hasUsers(db)) return
  // Slow work goes first: during the transaction the embedded database serves nobody else.
  const [passwordHash, editions, zones, invoice, pictures] = await Promise.all([
    // Shared by all demo accounts; hashing one for each would take half a minute.
    hashPassword(demoPassword),
    storeImages(storage),
    storeZones(storage),
    storage.put(demoInvoice()),
    storePictures(storage),
  ])

  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    if (await hasUsers(tx)) return

    const random = seededRandom('fieldport demo')
    const people = demoPeople(passwordHash, now)
    await tx.insert(users).values(demoAccounts.map(({ username }) => withDigits(people[username])))
    const customers = await tx
      .insert(users)
      .values(demoCustomers(random, passwordHash, now).map(withDigits))
      .returning()

    await insertSubscriptions(tx)
    const catalogue = await insertReleases(tx, editions, now)
    await insertCustomersOwnership(tx, random, customers, catalogue, now)
    await insertCustomerStory(tx, await account(tx, 'customer@example.com'), catalogue, invoice, now)
    await insertTesterStory(tx, await account(tx, 'beta@example.com'), catalogue, now)
    await insertZones(tx, zones, now)
    await insertArticles(tx, pictures, now)
    await insertWarrantyCodes(tx, random, now)
    await markDemoRows(tx)
    await tx.insert(settings).values({ key: demoFilledKey, value: now.toISOString() })
  })
}

/** Whether the demo accounts exist. A database that had users at the first start was left alone. */
export async function isDemoSeeded(db: Database): Promise<boolean> {
  return (await db.$count(settings, eq(settings.key, demoFilledKey))) > 0
}

async function hasUsers(db: Database): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1)
  return rows.length > 0
}

async function account(db: Database, username: DemoUsername): Promise<typeof users.$inferSelect> {
  return single(await db.select().from(users).where(eq(users.username, username)))
}

/** The person with the forms by which a search finds their phone. */
function withDigits(person: typeof users.$inferInsert) {
  return { ...person, ...storedPhone(person) }
}
