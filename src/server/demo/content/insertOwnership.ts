/** Detectors, coils and update records: random for generated customers, fixed for the demo accounts. */
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { accessories, betaGroupUsers, files, productUpdates, proofChecks, userProducts, users } from '../../db/tables.ts'
import type { StoredContent } from '../../files/storage.ts'
import type { DemoLanguage } from './catalogue.ts'
import { demoCountries } from './countries.ts'
import { addDays } from './days.ts'
import { coil, demoCoils, demoDetectors, detector, oldCoil, simulatedDetector } from './detectors.ts'
import type { DemoCatalogue, ReleasedFirmware } from './insertReleases.ts'
import type { SeededRandom } from './seededRandom.ts'
import { demoUpdates, updateRecord, withoutRetry } from './updateRecords.ts'

type User = typeof users.$inferSelect

export async function insertCustomersOwnership(
  db: Database,
  random: SeededRandom,
  customers: readonly User[],
  catalogue: DemoCatalogue,
  now: Date,
): Promise<void> {
  const owners = new Map(customers.map((customer) => [customer.id, customer]))
  const owned = await db
    .insert(userProducts)
    .values(customers.flatMap((customer) => demoDetectors(random, customer, catalogue, now)))
    .returning()
  await db.insert(accessories).values(owned.flatMap((one) => demoCoils(random, one)))
  const records = owned.flatMap((one, index) => {
    const language = languageOf(owners.get(one.userId)?.country)
    const updates = demoUpdates(random, one, releasesFor(catalogue, one.productTypeId, language), now)
    return index % 3 === 0 ? withoutRetry(updates) : updates
  })
  await db.insert(productUpdates).values(records)
}

/**
 * Owns the simulated detector. One update was interrupted and then repeated; 5.2 is not installed yet. It and one coil are registered with
 * their invoice, which waits to be checked, one coil is not registered, and a third is out of warranty.
 */
export async function insertCustomerStory(
  db: Database,
  customer: User,
  catalogue: DemoCatalogue,
  invoice: StoredContent,
  now: Date,
): Promise<void> {
  const { coils, electronicBoardSerial, ...reported } = simulatedDetector
  const bought = addDays(now, -425)
  const kept = { ...invoice, filename: 'invoice.pdf', kind: 'purchaseProof', mediaType: 'application/pdf', createdAt: bought } as const
  // The detector and its coil are on one invoice, but each has its own proof.
  const [ofDetector, ofCoil] = await db.insert(files).values([kept, kept]).returning({ purchaseProofFileId: files.id })
  const waiting = [ofDetector, ofCoil].flatMap((proof) => (proof === undefined ? [] : [proof.purchaseProofFileId]))
  await db.insert(proofChecks).values(waiting.map((fileId) => ({ fileId, state: 'checking' as const, submittedAt: addDays(now, -1) })))
  const owned = single(
    await db
      .insert(userProducts)
      .values({ ...detector(customer, reported, catalogue, bought), ...ofDetector, electronicBoardSerial })
      .returning(),
  )
  const [first, second] = coils
  await db.insert(accessories).values([{ ...coil(owned, first, true), ...ofCoil }, coil(owned, second, false), oldCoil(customer, now)])
  const [installed] = releasesFor(catalogue, reported.productTypeId, 'English')
  if (installed === undefined) throw new Error('the demo has no firmware for the simulated detector')
  await db
    .insert(productUpdates)
    .values([
      updateRecord(owned.id, installed.id, addDays(bought, 2), 'DECONNECTION_ERROR'),
      updateRecord(owned.id, installed.id, addDays(bought, 2.01), null),
      updateRecord(owned.id, installed.id, addDays(bought, 208), null),
    ])
}

/** Tests the beta firmware on a detector of his own. */
export async function insertTesterStory(db: Database, tester: User, catalogue: DemoCatalogue, now: Date): Promise<void> {
  await db.insert(betaGroupUsers).values({ userId: tester.id, betaGroupId: catalogue.betaGroupId })
  const reported = { productTypeId: 6, materialVersion: 3, protocolVersion: 2, serialNumber: '0A1B2C3D4F' }
  const owned = single(
    await db
      .insert(userProducts)
      .values(detector(tester, reported, catalogue, addDays(now, -300)))
      .returning(),
  )
  await db.insert(accessories).values(coil(owned, 'C011A00011', true))
  const installed = catalogue.firmwares.filter(({ typeIds, language }) => typeIds.includes(6) && language === 'English').slice(1)
  await db
    .insert(productUpdates)
    .values(installed.map(({ id, releaseDate }) => updateRecord(owned.id, id, addDays(releaseDate, 1.3), null)))
}

/** The releases that a customer of this language was offered, oldest first; the English edition if there is no other. */
function releasesFor(catalogue: DemoCatalogue, typeId: number, language: DemoLanguage): ReleasedFirmware[] {
  const fitting = catalogue.firmwares.filter((firmware) => !firmware.isBetaTest && firmware.typeIds.includes(typeId))
  const has = (versionName: string) => fitting.some((firmware) => firmware.versionName === versionName && firmware.language === language)
  return fitting.filter((firmware) => firmware.language === (has(firmware.versionName) ? language : 'English'))
}

function languageOf(country: string | undefined): DemoLanguage {
  return demoCountries.find((one) => one.country === country)?.language ?? 'English'
}
