import { and, eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { backOffice } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { files, firmwares } from '../db/tables.ts'
import { isOfferedTo } from '../offeredFirmware.ts'

/** Those who manage firmwares read inactive and beta ones too. */
const readsEveryFirmware: readonly Role[] = backOffice

export const file: HandlersOf<typeof contract.file> = {
  async showFileFromWeb({ query, user, db }) {
    const rights = readsEveryFirmware.includes(user.role) ? undefined : isOfferedTo(db, user)
    const [found] = await db
      .select({ sha256: files.sha256, sizeBytes: files.sizeBytes, filename: files.filename, mediaType: files.mediaType })
      .from(files)
      .innerJoin(firmwares, eq(firmwares.fileId, files.id))
      .where(and(eq(files.id, query.id), rights))
      .limit(1)
    if (found === undefined) throw new AppError('resource.not.found')
    return found
  },

  async getSiteUrl({ config }) {
    return { siteUrl: config.animationsUrl ?? '' }
  },
}
