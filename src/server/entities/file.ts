import { and, eq, exists, not, or, sql, type SQL } from 'drizzle-orm'
import { backOffice, mayCall } from '../../contract/endpoint.ts'
import { purchaseProofReaders } from '../../contract/purchaseProof.ts'
import { rallyZone } from '../../contract/rallyZone.ts'
import type { Role } from '../../contract/rules.ts'
import type { Caller } from '../auth/caller.ts'
import type { Database } from '../db/connect.ts'
import { accessories, files, firmwares, userProducts } from '../db/tables.ts'
import { findRightsTo, isOfferedNow, mayFinishSome } from './firmware/offeredFirmware.ts'
import { findReleasedImage } from './firmware/releasedImage.ts'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { findImageAddress } from '../files/imageAddress.ts'

export const file: HandlersOf<typeof contract.file> = {
  async showFileFromWeb({ query, user, db }) {
    const [found] = await db
      .select({ sha256: files.sha256, sizeBytes: files.sizeBytes, filename: files.filename, mediaType: files.mediaType })
      .from(files)
      .where(eq(files.id, query.id))
    if (found === undefined || !(await mayRead(db, user, query.id))) throw new AppError('resource.not.found')
    return found
  },

  async getImageAddress({ query, user, ...context }) {
    const { db } = context
    const [found] = await db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, query.id))
    const isPublic = found !== undefined && (await mayRead(db, user, query.id)) && (await findReleasedImage(db, found.sha256)) !== undefined
    return { url: isPublic ? await findImageAddress(context, found.sha256) : null }
  },

  async getImage({ params, db }) {
    const image = await findReleasedImage(db, params.sha256)
    if (image === undefined) throw new AppError('resource.not.found')
    // Its own name is for those who may read the file.
    return { ...image, filename: `${image.sha256}.bin`, isForEverybody: true }
  },

  async getSiteUrl({ config }) {
    return { siteUrl: config.animationsUrl ?? '' }
  },
}

/** People who manage firmware may also read inactive and beta versions. */
const readsEveryFirmware: readonly Role[] = backOffice

async function mayRead(db: Database, caller: Caller, fileId: number): Promise<boolean> {
  const ofOthers = await db.$count(files, and(eq(files.id, fileId), or(isProofFor(db, caller), isZoneFileFor(caller))))
  return ofOthers > 0 || isFirmwareFor(db, caller, fileId)
}

async function isFirmwareFor(db: Database, caller: Caller, fileId: number): Promise<boolean> {
  const [found] = await db.select({ id: firmwares.id }).from(firmwares).where(eq(firmwares.fileId, fileId))
  if (found === undefined) return false
  if (readsEveryFirmware.includes(caller.role)) return true
  const row = await findRightsTo(db, caller, found.id)
  return row !== undefined && (isOfferedNow(row) || mayFinishSome(row))
}

/** Purchase proofs: readable by administrators and the back office, and by the owner as long as the item is not deleted. */
function isProofFor(db: Database, { id, role }: Caller): SQL | undefined {
  const isProof = eq(files.kind, 'purchaseProof')
  if (purchaseProofReaders.includes(role)) return isProof
  const [ofCoil, ofDetector] = [accessories, userProducts].map((table) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.purchaseProofFileId, files.id), eq(table.userId, id), not(table.isDeleted))),
    ),
  )
  return and(isProof, or(ofCoil, ofDetector))
}

/** The KML files of rally zones: those who see the zone. Others get what enabled zones draw (`rallyZone.getEnabled`). */
function isZoneFileFor({ role }: Caller): SQL | undefined {
  return mayCall(rallyZone.get, role) ? eq(files.kind, 'rallyZone') : undefined
}
