import { and, eq } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import { files } from '../../db/tables.ts'
import { isReadableBy } from './readableFile.ts'

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
