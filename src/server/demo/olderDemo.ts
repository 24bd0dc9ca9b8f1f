/**
 * Marks the rows of a demo that was created before demo rows were marked. Such a demo is recognised if one of its named accounts still has
 * the published password, or by its entry in `settings`. Rows that were changed beyond recognition stay unmarked.
 */
import { createHash } from 'node:crypto'
import { and, eq, inArray, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { verifyPassword } from '../auth/passwords/passwords.ts'
import { demoPassword } from '../config/demoPassword.ts'
import type { Database } from '../db/connect.ts'
import {
  betaGroups,
  type DemoEntity,
  demoEntities,
  demoRows,
  files,
  firmwares,
  news,
  products,
  rallyZones,
  settings,
  users,
  warrantyCodeBatches,
  warrantyCodes,
} from '../db/tables.ts'
import { demoMembershipDays } from './content/accounts.ts'
import { demoArticles } from './content/articles.ts'
import { demoProducts } from './content/catalogue.ts'
import { addDays } from './content/days.ts'
import { demoAccounts } from './content/demoAccounts.ts'
import { firmwareImage } from './content/firmwareImage.ts'
import { demoBetaGroup, demoEditions } from './content/insertReleases.ts'
import { demoInvoice } from './content/invoice.ts'
import { demoZoneContents } from './content/rallyZones.ts'

/** The key in `settings` that says when the demo filled this database. */
export const demoFilledKey = 'demoSeeded'

const names = demoAccounts.map(({ username }) => username)
/** Addresses as the demo and `npm run seed` generate them. Nobody has a real address at these hosts (RFC 2606). */
const generatedAddress = String.raw`^[a-z]*\.[a-z.]*[0-9]+@example\.(net|org)$`

export async function markOlderDemo(db: Database): Promise<void> {
  const markOfUser = db
    .select()
    .from(demoRows)
    .where(and(eq(demoRows.entity, 'users'), eq(demoRows.recordId, users.id)))
  const named = await db
    .select({ passwordHash: users.passwordHash, since: users.since })
    .from(users)
    .where(and(inArray(users.username, names), notExists(markOfUser)))
  const hashes = await findPublishedHashes(named.map(({ passwordHash }) => passwordHash))
  const filledAt = await readFilledAt(db)
  const isFilledUnmarked = filledAt !== undefined && (await db.select().from(demoRows).limit(1)).length === 0
  if (hashes.length === 0 && !isFilledUnmarked) return

  await db.transaction(async (transaction) => {
    await mark(transaction, 'user', inArray(users.passwordHash, hashes))
    // All accounts of the demo started with the same hash. A single account with that password was created by hand.
    if (filledAt === undefined && (await transaction.$count(users, inArray(users.passwordHash, hashes))) < 2) return
    await mark(transaction, 'user', or(inArray(users.username, names), sql`${users.username} ~ ${generatedAddress}`))
    await markCatalogue(transaction)
    // The database was empty at that time, so rows of that age belong to the demo.
    const oldest = Math.min(...named.map(({ since }) => since.getTime()))
    const madeAt = filledAt ?? addDays(new Date(oldest), demoMembershipDays)
    await markPublications(transaction, madeAt)
  })
}

async function findPublishedHashes(hashes: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const hash of new Set(hashes)) if (await isPublishedPassword(hash)) found.push(hash)
  return found
}

/** Returns false for a string that is no hash. */
async function isPublishedPassword(hash: string): Promise<boolean> {
  return verifyPassword(hash, demoPassword).catch(() => false)
}

async function readFilledAt(db: Database): Promise<Date | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, demoFilledKey))
  return row && new Date(row.value)
}

/** Recognises products by name and type, files by their bytes, firmwares by their file or change log. */
async function markCatalogue(db: Database): Promise<void> {
  await mark(db, 'product', or(...demoProducts.map(({ name, typeId }) => and(eq(products.name, name), eq(products.typeId, typeId)))))
  await mark(db, 'betaGroup', eq(betaGroups.name, demoBetaGroup))
  const contents = [...demoEditions.map(({ release, language }) => firmwareImage(release, language)), demoInvoice(), ...demoZoneContents]
  const hashes = contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  await mark(db, 'file', inArray(files.sha256, hashes))
  const hasDemoFile = inArray(firmwares.fileId, db.select({ id: files.id }).from(files).where(inArray(files.sha256, hashes)))
  const changeLogs = demoEditions.map(({ changeLog }) => changeLog)
  await mark(db, 'firmware', or(hasDemoFile, inArray(firmwares.changeLog, changeLogs)))
}

async function markPublications(db: Database, madeAt: Date): Promise<void> {
  const titles = demoArticles(madeAt).map(({ title }) => title)
  await mark(db, 'news', or(lte(news.lastModifDate, madeAt), inArray(news.title, titles)))
  await mark(db, 'file', and(eq(files.kind, 'newsImage'), lte(files.createdAt, madeAt)))
  await mark(db, 'rallyZone', lte(rallyZones.creationDate, madeAt))
  await mark(db, 'warrantyCode', lte(warrantyCodes.createdAt, madeAt))
  await mark(db, 'warrantyCodeBatch', lte(warrantyCodeBatches.createdAt, madeAt))
}

async function mark(db: Database, entity: DemoEntity, where: SQL | undefined): Promise<void> {
  const marked = demoEntities[entity]
  await db.execute(
    sql`insert into ${demoRows} (entity, record_id) select ${marked.mark}::text, id from ${marked.table} where ${where} on conflict do nothing`,
  )
}
