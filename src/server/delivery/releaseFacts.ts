/** What a mail about a release says of this case. Sends nothing. */
import { eq, inArray } from 'drizzle-orm'
import type { VersionNotes } from '../../contract/versionNotes.ts'
import type { Database } from '../db/connect.ts'
import { firmwares, products, userProducts, type users } from '../db/tables.ts'
import { findRecalled } from '../entities/release/recall.ts'
import { findOfferedUpdates } from '../entities/userProduct/offeredUpdates.ts'
import { markdownText } from '../messages/markdownText.ts'
import { detectorDrawing, type MailDrawing } from '../messages/mailDrawing.ts'
import { detectorName, offeredFacts } from '../messages/updateTexts.ts'
import { formatSerialNumber } from '../records/formatSerialNumber.ts'

type AboutDetectors = { readonly facts: string[]; /** Of the first. */ readonly drawing: MailDrawing }

/** "WS6 Master 0A 1B 2C 3D 4E · 5.5", for each detector that still has it; undefined if none has. */
export async function findRecallFacts(db: Database, releaseId: number, userId: number): Promise<AboutDetectors | undefined> {
  const recalled = await findRecalled(db, eq(userProducts.userId, userId))
  const ids = recalled.flatMap((one) => (one.releaseId === releaseId ? [one.userProductId] : []))
  const rows = await db
    .select({ name: products.name, typeName: products.typeName, serialNumber: userProducts.serialNumber })
    .from(userProducts)
    .innerJoin(products, eq(products.id, userProducts.productId))
    .where(inArray(userProducts.id, ids))
    .orderBy(userProducts.id)
  const [first] = rows
  if (first === undefined) return undefined
  const version = await findVersion(db, releaseId)
  const facts = rows.map(({ name, serialNumber }) => `${name} ${formatSerialNumber(serialNumber)} · ${version}`)
  return { facts, drawing: detectorDrawing(first.typeName) }
}

/** The detector's page that the mail leads to, and what it says; undefined if this person is not offered the release any more. */
export async function findOfferFacts(
  db: Database,
  releaseId: number,
  { id: userId, locale }: Pick<typeof users.$inferSelect, 'id' | 'locale'>,
): Promise<({ readonly userProductId: number; readonly isBeta: boolean } & AboutDetectors) | undefined> {
  const offered = (await findOfferedUpdates(db, eq(userProducts.userId, userId))).filter((one) => one.releaseId === releaseId)
  const [first] = offered
  if (first === undefined) return undefined
  const { userProductId, isBeta, typeName, versionName } = first
  const detectors = offered.map(({ productName, nickname }) => detectorName[locale](productName, nickname))
  // Of the detector with the oldest firmware: its owner reads all that is new.
  const [most] = offered.map((one) => one.notes).toSorted((one, other) => other.length - one.length)
  const notes = notesText(most ?? [])
  const facts = offeredFacts[locale]({ detectors: [...new Set(detectors)], versionName, notes })
  return { userProductId, isBeta, facts, drawing: detectorDrawing(typeName) }
}

/** Null where there are none. Of several versions, each under its name. */
function notesText(notes: readonly VersionNotes[]): string | null {
  const [first, ...older] = notes
  if (first === undefined) return null
  if (older.length === 0) return markdownText(first.changeLog)
  return markdownText(notes.map(({ versionName, changeLog }) => `${versionName}\n${changeLog}`).join('\n\n'))
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
