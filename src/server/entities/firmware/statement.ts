/** What a release key signs of a release, and whether what it has signed covers the release as it is. */
import { and, asc, eq, inArray, not } from 'drizzle-orm'
import { claimedPayload, digestOf, readPayload } from '../../../contract/signatures/signed.ts'
import { type Statement, statement, statementBytes } from '../../../contract/signatures/statement.ts'
import { AppError } from '../../../errors.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwareProducts, firmwares, products, releaseStatements } from '../../db/tables.ts'
import { findRelease } from './changeRelease.ts'
import { requirementsOf } from './conditions.ts'

/** Of its firmwares and products that are not deleted. */
export async function statementOf(db: Database, releaseId: number): Promise<Statement> {
  const isOfIt = and(eq(firmwares.releaseId, releaseId), not(firmwares.isDeleted))
  const images = await db
    .select({ version: firmwares.versionName, language: firmwares.language, bytes: files.sizeBytes, sha256: files.sha256 })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(isOfIt)
    .orderBy(asc(firmwares.language))
  const ofIt = db
    .select({ id: firmwareProducts.productId })
    .from(firmwareProducts)
    .innerJoin(firmwares, eq(firmwares.id, firmwareProducts.firmwareId))
    .where(isOfIt)
  const types = await db
    .selectDistinct({ typeId: products.typeId })
    .from(products)
    .where(and(inArray(products.id, ofIt), not(products.isDeleted)))
    .orderBy(asc(products.typeId))
  return {
    version: images[0]?.version ?? '',
    types: types.map(({ typeId }) => typeId),
    images: images.map(({ language, bytes, sha256 }) => ({ language, bytes, sha256 })),
    requirements: requirementsOf(await findRelease(db, releaseId)),
  }
}

/** Whether what was signed covers all of it: a language or a product that has ended since makes no difference. */
export function covers(signedBefore: Statement, now: Statement): boolean {
  const isCovered = (image: Statement['images'][number]) =>
    signedBefore.images.some(
      ({ language, bytes, sha256 }) => language === image.language && bytes === image.bytes && sha256 === image.sha256,
    )
  // The signed one with what is there now.
  const narrowed = { ...signedBefore, types: now.types, images: now.images }
  return (
    now.types.every((type) => signedBefore.types.includes(type)) &&
    now.images.every(isCovered) &&
    digestOf(statementBytes(narrowed)) === digestOf(statementBytes(now))
  )
}

type SigningConfig = Pick<Config, 'releaseRoot' | 'demoReleaseKey'>

/** Whether its release keys have signed it as it is, or nothing has to be signed here. What was signed is verified when it is stored. */
export async function isSigned(db: Database, { releaseRoot, demoReleaseKey }: SigningConfig, releaseId: number): Promise<boolean> {
  // A demo signs whatever it offers.
  return releaseRoot === null || demoReleaseKey !== undefined || isStated(db, releaseId)
}

/** Whether something is signed of it, and covers it as it is. */
export async function isStated(db: Database, releaseId: number): Promise<boolean> {
  const [row] = await db.select().from(releaseStatements).where(eq(releaseStatements.releaseId, releaseId))
  return row !== undefined && covers(readPayload(statement, claimedPayload(row.documents)), await statementOf(db, releaseId))
}

/**
 * For a change that offers the release to more people, or for more products. Throws `release.statement.error` where the build names keys and none of
 * them has signed the release as it is: not even an administrator makes an exception.
 */
export async function assertSigned(
  db: Database,
  config: SigningConfig,
  { releaseId, where }: { readonly releaseId: number; readonly where: { readonly invalidField?: string } },
): Promise<void> {
  if (!(await isSigned(db, config, releaseId))) throw new AppError('release.statement.error', where)
}
