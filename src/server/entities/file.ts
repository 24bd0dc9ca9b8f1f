import { and, eq, exists, not, or, sql, type SQL } from 'drizzle-orm'
import { backOffice, mayCall } from '../../contract/endpoint.ts'
import { purchaseProofReaders } from '../../contract/purchaseProof.ts'
import { rallyZone } from '../../contract/rallyZone.ts'
import type { Role } from '../../contract/rules.ts'
import type { Caller } from '../auth/caller.ts'
import type { Database } from '../db/connect.ts'
import { accessories, files, firmwares, userProducts } from '../db/tables.ts'
import { isOfferedTo } from './firmware/offeredFirmware.ts'
import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'

export const file: HandlersOf<typeof contract.file> = {
  async showFileFromWeb({ query, user, db }) {
    const [found] = await db
      .select({ sha256: files.sha256, sizeBytes: files.sizeBytes, filename: files.filename, mediaType: files.mediaType })
      .from(files)
      .where(and(eq(files.id, query.id), isReadableBy(db, user)))
    if (found === undefined) throw new AppError('resource.not.found')
    return found
  },

  async getSiteUrl({ config }) {
    return { siteUrl: config.animationsUrl ?? '' }
  },
}

/** People who manage firmware may also read inactive and beta versions. */
const readsEveryFirmware: readonly Role[] = backOffice

/** SQL condition on `files`: which ones a person may download. */
function isReadableBy(db: Database, caller: Caller): SQL | undefined {
  return or(isFirmwareFor(db, caller), isProofFor(db, caller), isZoneFileFor(caller))
}

function isFirmwareFor(db: Database, caller: Caller): SQL {
  const rights = readsEveryFirmware.includes(caller.role) ? undefined : isOfferedTo(db, caller)
  const one = { one: sql`1` }
  return exists(
    db
      .select(one)
      .from(firmwares)
      .where(and(eq(firmwares.fileId, files.id), rights)),
  )
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
