/** What a mail about a release says of this case. Sends nothing. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { firmwares, products, releaseMails, userProducts, type users } from '../db/tables.ts'
import { findRecalled } from '../entities/release/recall.ts'
import { findOfferedUpdates } from '../entities/userProduct/offeredUpdates.ts'
import { markdownText } from '../messages/markdownText.ts'
import { detectorName, offeredFacts } from '../messages/updateTexts.ts'
import { formatSerialNumber } from '../records/formatSerialNumber.ts'

/** "5.5 on WS6 Master 0A 1B 2C 3D 4E", for each detector that still has it. */
export async function findRecallFacts(db: Database, releaseId: number, userId: number): Promise<string[]> {
  const recalled = await findRecalled(db, eq(userProducts.userId, userId))
  const ids = recalled.flatMap((one) => (one.releaseId === releaseId ? [one.userProductId] : []))
  if (ids.length === 0) return []
  const rows = await db
    .select({ name: products.name, serialNumber: userProducts.serialNumber })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .where(inArray(userProducts.id, ids))
    .orderBy(userProducts.id)
  const version = await findVersion(db, releaseId)
  return rows.map(({ name, serialNumber }) => `${name} ${formatSerialNumber(serialNumber)} · ${version}`)
}

/** The detector's page that the mail leads to, and what it says; undefined if this person is not offered the release any more. */
export async function findOfferFacts(
  db: Database,
  releaseId: number,
  { id: userId, locale }: Pick<typeof users.$inferSelect, 'id' | 'locale'>,
): Promise<{ readonly userProductId: number; readonly isBeta: boolean; readonly facts: string[] } | undefined> {
  const offered = (await findOfferedUpdates(db, eq(userProducts.userId, userId))).filter((one) => one.releaseId === releaseId)
  const [first] = offered
  if (first === undefined) {
    // Where it is offered again, its mail is due again.
    await db.delete(releaseMails).where(and(eq(releaseMails.releaseId, releaseId), eq(releaseMails.userId, userId)))
    return undefined
  }
  const { userProductId, isBeta, versionName, changeLog } = first
  const detectors = offered.map(({ productName, nickname }) => detectorName[locale](productName, nickname))
  const notes = changeLog === null || changeLog.trim() === '' ? null : markdownText(changeLog)
  return { userProductId, isBeta, facts: offeredFacts[locale]({ detectors: [...new Set(detectors)], versionName, notes }) }
}

export async function findVersion(db: Database, releaseId: number): Promise<string> {
  const [firmware] = await db
    .select({ versionName: firmwares.versionName })
    .from(firmwares)
    .where(eq(firmwares.releaseId, releaseId))
    .orderBy(firmwares.id)
    .limit(1)
  return firmware?.versionName ?? ''
}
