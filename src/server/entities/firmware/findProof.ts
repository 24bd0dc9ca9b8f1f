/**
 * Proof of a release from real hardware: who of staff installed these very bytes, what is missing, and an administrator's exception. A record
 * of an update is a claim of the page that sent it; the server sees no detector.
 */
import { and, desc, eq, inArray, max, not } from 'drizzle-orm'
import { backOffice } from '../../../contract/endpoint.ts'
import type { ShownRelease } from '../../../contract/shownRelease.ts'
import type { OfferedState } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import { userChoice } from '../../accounts/userNames.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwares, productUpdates, releases, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { findRelease, livingFirmwares } from './changeRelease.ts'
import { findProducts } from './firmwareLinks.ts'
import { countHardware } from './hardware.ts'
import { findMissingProof, type MissingProof } from './proof.ts'

/** A release with its firmwares that are not deleted. */
type Proved = { readonly release: typeof releases.$inferSelect; readonly images: readonly (typeof firmwares.$inferSelect)[] }
type Image = { readonly language: string; readonly sha256: string }
type Wanted = { readonly images: readonly Image[]; readonly productIds: readonly number[] }

const shownFlashesMax = 50

export async function findProof(
  db: Database,
  { releaseProof }: Pick<Config, 'releaseProof'>,
  proved: Proved,
): Promise<ShownRelease['proof']> {
  return {
    mode: releaseProof,
    flashed: await findFlashed(db, await findWanted(db, proved)),
    missing: await findMissing(db, proved),
    exception: await findException(db, proved.release),
  }
}

export async function findMissing(db: Database, proved: Proved): Promise<MissingProof[]> {
  const wanted = await findWanted(db, proved)
  const flashes = await db
    .selectDistinct({ sha256: files.sha256, hardwareVersion: userProducts.materialVersion })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(and(isOfStaff(wanted), not(productUpdates.isSimulated)))
  const requiredVersions = proved.release.hardwareVersions
  return findMissingProof({ images: wanted.images, requiredVersions, known: await countHardware(db, wanted.productIds) }, flashes)
}

type AssertingCall = {
  readonly user: { readonly id: number }
  readonly now: Date
  readonly config: Pick<Config, 'releaseProof'>
}

/**
 * For a change that offers the release to more people. Throws `release.proof.error` on the field of `where` if proof is required and missing;
 * `mayExcept`: the call itself is an administrator's exception, which is stored.
 */
export async function assertProved(
  db: Database,
  { user, now, config }: AssertingCall,
  {
    releaseId,
    mayExcept,
    where,
  }: { readonly releaseId: number; readonly mayExcept: boolean; readonly where: { readonly invalidField?: string } },
): Promise<void> {
  if (config.releaseProof === 'warn') return
  const release = await findRelease(db, releaseId)
  if (release.proofExceptionAt !== null) return
  const missing = await findMissing(db, { release, images: await livingFirmwares(db, releaseId) })
  if (missing.length === 0) return
  if (!mayExcept) throw new AppError('release.proof.error', where)
  await writeException(db, releaseId, { by: user.id, at: now, reason: null })
}

/** Then halting and resuming asks for no proof anew. Whether a beta was halted and is to reach everyone, a halt does not say. */
export function wasOfferedAs(target: OfferedState, { releasedAt }: Pick<typeof releases.$inferSelect, 'releasedAt'>): boolean {
  return target !== 'released' || releasedAt !== null
}

type Exception = { readonly by: number; readonly at: Date; readonly reason: string | null }

/** For the release as it is: `dropConsent` takes it back. */
export async function writeException(db: Database, releaseId: number, { by, at, reason }: Exception): Promise<void> {
  const columns = { proofExceptionAt: at, proofExceptionBy: by, proofExceptionReason: reason }
  await db.update(releases).set(columns).where(eq(releases.id, releaseId))
}

async function findException(db: Database, release: typeof releases.$inferSelect): Promise<ShownRelease['proof']['exception']> {
  const { proofExceptionAt: at, proofExceptionBy: by, proofExceptionReason: reason } = release
  if (at === null) return null
  const [person = null] = by === null ? [] : await db.select().from(users).where(eq(users.id, by))
  return { by: userChoice(person), date: at.toISOString(), reason }
}

async function findWanted(db: Database, { images }: Proved): Promise<Wanted> {
  const [first] = images
  const fileIds = images.map(({ fileId }) => fileId)
  const hashes = await db.select({ id: files.id, sha256: files.sha256 }).from(files).where(inArray(files.id, fileIds))
  return {
    images: images.map(({ language, fileId }) => ({ language, sha256: hashes.find(({ id }) => id === fileId)?.sha256 ?? '' })),
    productIds: first === undefined ? [] : (await findProducts(db, [first.id])).map(({ id }) => id),
  }
}

/** SQL condition: an update of a detector of these products with these very bytes, of whichever firmware, that one of staff saw succeed. */
function isOfStaff({ images, productIds }: Wanted) {
  return and(
    inArray(
      files.sha256,
      images.map(({ sha256 }) => sha256),
    ),
    inArray(userProducts.productId, [...productIds]),
    eq(productUpdates.success, true),
    inArray(users.role, [...backOffice]),
    not(users.isDeleted),
  )
}

async function findFlashed(db: Database, wanted: Wanted): Promise<ShownRelease['proof']['flashed']> {
  const last = max(productUpdates.date)
  const rows = await db
    .select({ user: users, detector: userProducts, sha256: files.sha256, isSimulated: productUpdates.isSimulated, date: last })
    .from(productUpdates)
    .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
    .innerJoin(users, eq(users.id, userProducts.userId))
    .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(isOfStaff(wanted))
    .groupBy(users.id, userProducts.id, files.sha256, productUpdates.isSimulated)
    .orderBy(desc(last), desc(userProducts.id))
    .limit(shownFlashesMax)
  const flashed: ShownRelease['proof']['flashed'] = []
  for (const { user, detector, sha256, isSimulated, date } of rows) {
    const by = userChoice(user)
    if (by === null || date === null) continue
    const serialNumberFormatted = formatSerialNumber(detector.serialNumber)
    const flash = { by, date: date.toISOString(), serialNumberFormatted, hardwareVersion: detector.materialVersion, isSimulated }
    for (const image of wanted.images) if (image.sha256 === sha256) flashed.push({ ...flash, language: image.language })
  }
  return flashed
}
