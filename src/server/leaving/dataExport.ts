/** Archives of people's data: asked for, made by a job, downloaded by their owner alone while they last. */
import { and, desc, eq, exists, gt, isNull, lte, not, sql } from 'drizzle-orm'
import type { DataExport } from '../../contract/leaving.ts'
import { dataExportDays, dataExportsPerDay } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { dataExports, dueWork, files, users } from '../db/tables.ts'
import { storeFile } from '../files/storeFile.ts'
import { dayMs } from '../limits/durations.ts'
import { consume, type RateLimit } from '../limits/rateLimit.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import { personalRows } from '../personalData/personalRows.ts'
import { readPerson } from '../personalData/readPerson.ts'
import type { ServerContext } from '../serverContext.ts'
import { cancel, schedule } from '../work/dueWork.ts'
import { makeArchive } from './makeArchive.ts'

const perDay: RateLimit = { name: 'archives', max: dataExportsPerDay, windowMs: dayMs }

/** Who asks, and for whose account. */
export type Asked = { readonly userId: number; readonly actorId: number; readonly address: string }

export async function findExports(db: Database, userId: number, now: Date): Promise<DataExport[]> {
  const rows = await db
    .select({ one: dataExports, sizeBytes: files.sizeBytes, failedAt: dueWork.failedAt })
    .from(dataExports)
    .leftJoin(files, eq(files.id, dataExports.fileId))
    .leftJoin(dueWork, isWorkOfExport)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.expiresAt, now)))
    .orderBy(desc(dataExports.id))
  return rows.map(({ one, sizeBytes, failedAt }) => ({
    id: one.id,
    requestedAt: one.requestedAt.toISOString(),
    isByStaff: one.requestedById !== null,
    sizeBytes,
    hasFailed: sizeBytes === null && failedAt !== null,
    expiresAt: one.expiresAt.toISOString(),
  }))
}

/** SQL condition: the piece of work that makes an archive. */
const isWorkOfExport = and(eq(dueWork.kind, 'dataExport'), eq(dueWork.key, sql`${dataExports.id}::text`))

/**
 * Within a transaction that has locked the account. Returns false while one is being made, and changes nothing then; one that has failed is
 * tried again at once.
 */
export async function requestExport(db: Database, { userId, actorId, address }: Asked, now: Date): Promise<boolean> {
  const isBeingMade = and(eq(dataExports.userId, userId), isNull(dataExports.fileId), gt(dataExports.expiresAt, now))
  const [waiting] = await db
    .select({ id: dataExports.id, failedAt: dueWork.failedAt })
    .from(dataExports)
    .leftJoin(dueWork, isWorkOfExport)
    .where(isBeingMade)
  if (waiting !== undefined && waiting.failedAt === null) return false
  await consume(db, perDay, userId, now)
  const byStaff = actorId === userId ? undefined : actorId
  const row = { userId, requestedById: byStaff ?? null, requestedAt: now, expiresAt: expiryOf(now) }
  if (waiting !== undefined) await db.delete(dataExports).where(eq(dataExports.id, waiting.id))
  if (waiting !== undefined) await cancel(db, 'dataExport', String(waiting.id))
  const { id } = single(await db.insert(dataExports).values(row).returning({ id: dataExports.id }))
  await schedule(db, { kind: 'dataExport', key: String(id), dueAt: now })
  await writeSecurityEvent(db, { kind: 'ownDataRequested', userId, actorId: byStaff, address }, now)
  return true
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + dataExportDays * dayMs)
}

type ExportContext = Pick<ServerContext, 'db' | 'storage' | 'config' | 'clock'>

/** Makes one, and tells its owner by mail. Does nothing where it is made already or nobody wants it any more. */
export async function makeExport({ db, storage, config, clock }: ExportContext, exportId: number): Promise<void> {
  const read = await db.transaction((transaction) => readContents(transaction, exportId), { isolationLevel: 'repeatable read' })
  if (read === undefined) return
  const { owner, data, documents } = read
  const now = clock()
  const pieces = await makeArchive(storage, { data, documents, brand: config.brand.name, locale: owner.locale, now })
  const filename = `${config.brand.name}-${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}.zip`
  const insertFile = await storeFile({ storage, now }, { pieces, filename, kind: 'dataExport', mediaType: 'application/zip' })
  await db.transaction(async (transaction) => {
    const [held] = await transaction
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(and(eq(dataExports.id, exportId), isNull(dataExports.fileId)))
      .for('update')
    if (held === undefined) return
    const fileId = await insertFile(transaction)
    await transaction
      .update(dataExports)
      .set({ fileId, expiresAt: expiryOf(now) })
      .where(eq(dataExports.id, exportId))
    await queueMessage(transaction, { template: 'dataExportReady', userId: owner.id }, now)
  })
}

async function readContents(db: Database, exportId: number) {
  const [row] = await db
    .select({ owner: users })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(and(eq(dataExports.id, exportId), isNull(dataExports.fileId)))
  const data = row && (await readPerson(db, row.owner.id))
  if (row === undefined || data === undefined) return undefined
  // Not the archives before.
  const isDocument = and(personalRows.files(row.owner, db), eq(files.kind, 'purchaseProof'))
  const { id, filename, sha256 } = files
  return { owner: row.owner, data, documents: await db.select({ id, filename, sha256 }).from(files).where(isDocument) }
}

/** Those whose account is gone, too. The bytes are removed by jobs/removeOrphans.ts. */
export async function purgeDataExports(db: Database, now: Date): Promise<void> {
  await db.delete(dataExports).where(lte(dataExports.expiresAt, now))
  const isNamed = exists(db.select().from(dataExports).where(eq(dataExports.fileId, files.id)))
  await db.delete(files).where(and(eq(files.kind, 'dataExport'), not(isNamed)))
}

/** Throws `resource.not.found`. */
export async function takeExport(db: Database, exportId: number, { userId, address }: Omit<Asked, 'actorId'>, now: Date) {
  const isTheirs = and(eq(dataExports.id, exportId), eq(dataExports.userId, userId), gt(dataExports.expiresAt, now))
  const { sha256, sizeBytes, filename, mediaType } = files
  const [file] = await db
    .select({ sha256, sizeBytes, filename, mediaType })
    .from(dataExports)
    .innerJoin(files, eq(files.id, dataExports.fileId))
    .where(isTheirs)
  if (file === undefined) throw new AppError('resource.not.found')
  await writeSecurityEvent(db, { kind: 'ownDataTaken', userId, address }, now)
  return file
}
