import { and, desc, eq, inArray, not } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import type { Upload } from '../../contract/fields.ts'
import type { OfferedFirmware } from '../../contract/firmware.ts'
import { firmwareFileMaxBytes, firmwareTrailerBytes, listRowsMax } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { cleanFilename } from '../cleanFilename.ts'
import type { Database } from '../db/connect.ts'
import { betaGroups, files, firmwareBetaGroups, firmwareProducts, firmwares, products } from '../db/tables.ts'
import { isOfferedTo } from '../offeredFirmware.ts'
import { onlyRow } from '../onlyRow.ts'

export const firmware: HandlersOf<typeof contract.firmware> = {
  async getAllForProductAndUser({ params, user, db }) {
    const rows = await db
      .select({ firmware: firmwares, file: files })
      .from(firmwares)
      .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
      .innerJoin(files, eq(files.id, firmwares.fileId))
      .where(and(eq(firmwareProducts.productId, params.productId), isOfferedTo(db, user)))
      .orderBy(desc(firmwares.releaseDate), desc(firmwares.id))
      .limit(listRowsMax)
    return rows.map(answer)
  },

  async create({ body, now, storage, once }) {
    refuseUnusable(body.file)
    const filename = cleanFilename(body.file.name)
    // Before the transaction: a large file takes its time. What no row names in the end is removed later (removeOrphans.ts).
    const content = await storage.put(new Uint8Array(await body.file.arrayBuffer()))
    return once(async (db) => {
      await mustExist(db, products, body.selectedProductIds)
      const betaGroupIds = body.isBetaTest ? body.selectedBetaGroupIds : []
      await mustExist(db, betaGroups, betaGroupIds)

      const kept = { ...content, filename, kind: 'firmware', mediaType: 'application/octet-stream', createdAt: now } as const
      const file = onlyRow(await db.insert(files).values(kept).returning({ id: files.id }))
      const { versionName, language, isBetaTest, isActive, changeLog } = body
      const values = { versionName, language, isBetaTest, isActive, changeLog, fileId: file.id, releaseDate: now }
      const created = onlyRow(await db.insert(firmwares).values(values).returning({ id: firmwares.id }))
      await link(db, created.id, body.selectedProductIds, betaGroupIds)
      return created
    })
  },
}

function answer(row: { firmware: typeof firmwares.$inferSelect; file: typeof files.$inferSelect }): OfferedFirmware {
  return { ...row.firmware, releaseDate: row.firmware.releaseDate.toISOString(), firmwareFile: row.file }
}

/** The extension and the least length are all that tells a firmware: its content is the maker's own. */
function refuseUnusable(file: Upload): void {
  const isFirmware = file.name.toLowerCase().endsWith('.bin') && file.size > firmwareTrailerBytes
  if (!isFirmware) throw new AppError('firmware.file.invalid.error', { invalidField: 'file' })
  if (file.size > firmwareFileMaxBytes) throw new AppError('request.too.large')
}

/** Throws `resource.not.found` unless every id names a row; deleted products do not count. */
async function mustExist(db: Database, table: typeof products | typeof betaGroups, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const isUsable = table === products ? not(products.isDeleted) : undefined
  const found = await db.$count(table, and(inArray(table.id, wanted), isUsable))
  if (found !== wanted.length) throw new AppError('resource.not.found')
}

async function link(db: Database, firmwareId: number, productIds: readonly number[], betaGroupIds: readonly number[]): Promise<void> {
  const toProducts = [...new Set(productIds)].map((productId) => ({ firmwareId, productId }))
  const toGroups = [...new Set(betaGroupIds)].map((betaGroupId) => ({ firmwareId, betaGroupId }))
  if (toProducts.length > 0) await db.insert(firmwareProducts).values(toProducts)
  if (toGroups.length > 0) await db.insert(firmwareBetaGroups).values(toGroups)
}
