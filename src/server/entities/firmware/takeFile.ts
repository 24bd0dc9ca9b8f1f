/** Stores a firmware's file with what is unusual about it, and looks again where its version or products change. */
import { eq, inArray } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { Upload } from '../../../contract/fields.ts'
import { AppError } from '../../../errors.ts'
import type { Call } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwares } from '../../db/tables.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { storeFile } from '../../files/storeFile.ts'
import { compareFirmware, lookAtFirmware, readFirmware } from './readFirmware.ts'

export type SaveCall = Omit<Call<typeof contract.firmware.create> | Call<typeof contract.firmware.update>, 'body' | 'params' | 'query'>

/** A program need not type a version for an unusual file, nor give a reason for missing proof: the history keeps that nobody did. */
export function isAdminsProgram({ user, appBuild }: Pick<SaveCall, 'user' | 'appBuild'>): boolean {
  return user.role === 'ROLE_ADMIN' && appBuild === undefined
}

type Named = { readonly versionName: string; readonly selectedProductIds: readonly number[]; readonly typedVersion?: string | undefined }

/** Stores the bytes. Returns what inserts their row and gives the columns of the firmware. */
export async function takeFile(call: SaveCall, upload: Upload, { versionName, selectedProductIds, typedVersion }: Named) {
  const pieces = await readFirmware(upload)
  const facts = await lookAtFirmware(call.db, pieces, { versionName, productIds: selectedProductIds })
  const isConfirmed = typedVersion === versionName
  if (facts.length > 0 && !isConfirmed && !isAdminsProgram(call))
    throw new AppError('firmware.file.unusual.error', { invalidField: 'file' })
  const about = { filename: cleanFilename(upload.name), kind: 'firmware', mediaType: 'application/octet-stream' } as const
  const insertFile = await storeFile(call, { pieces, ...about })
  return async (db: Database) => ({
    fileId: await insertFile(db),
    unusual: facts.length === 0 ? null : facts.map(({ kind }) => kind),
    isUnusualConfirmed: facts.length > 0 && isConfirmed,
  })
}

/** Beside the other files of a new version and new products, a file may be unusual that was not. What its bytes alone say stays. */
export async function lookAgain(db: Database, ids: readonly number[], { versionName, selectedProductIds }: Named): Promise<void> {
  const rows = await db
    .select({ firmware: firmwares, file: files })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(inArray(firmwares.id, [...ids]))
  for (const { firmware, file } of rows) {
    const found = await compareFirmware(db, { ...file, versionName, productIds: selectedProductIds })
    const before = firmware.unusual ?? []
    const kinds = [...before.filter((kind) => kind === 'oneByte'), ...found.map(({ kind }) => kind)]
    const isUnusualConfirmed = firmware.isUnusualConfirmed && kinds.length > 0 && kinds.every((kind) => before.includes(kind))
    await db
      .update(firmwares)
      .set({ unusual: kinds.length === 0 ? null : kinds, isUnusualConfirmed })
      .where(eq(firmwares.id, firmware.id))
  }
}
