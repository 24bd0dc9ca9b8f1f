/** Firmwares with their files, which lie beside the CSV file. What a maker had is taken as it was called: a version without an order is offered to nobody. */
import { stat } from 'node:fs/promises'
import { openAsBlob } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { text } from '../../contract/fields.ts'
import { binFile, firmwareForm } from '../../contract/firmware.ts'
import { isOfferedState, reachFor, type ReleaseState } from '../../contract/releaseStates.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { isOffered } from '../entities/storedStates.ts'
import { files, firmwareProducts, firmwares as table, releases } from '../db/tables.ts'
import { isSameVersion, storedVersionKey, versionColumns } from '../db/versionKeys.ts'
import { dropConsent, findReleaseToJoin, lockVersion } from '../entities/firmware/changeRelease.ts'
import { sameText } from '../entities/catalogue.ts'
import { setProducts } from '../entities/firmware/firmwareLinks.ts'
import { readFirmware } from '../entities/firmware/readFirmware.ts'
import { cleanFilename } from '../files/cleanFilename.ts'
import { sha256InPieces } from '../files/sha256InPieces.ts'
import { storeFile } from '../files/storeFile.ts'
import { pastDay, yesOrNo } from './columns.ts'
import { added, type Batch, compare, importKind, type Outcome, wrong } from './importKind.ts'
import { problem, problemOf } from './problems.ts'
import { productFinder, unknownProduct } from './products.ts'

const entries = {
  versionName: firmwareForm.versionName,
  language: firmwareForm.language,
  /** Names or type numbers with | between them. */
  products: text(1_000),
  file: text(1_000),
  releaseDate: v.optional(pastDay),
  isActive: yesOrNo('yes'),
  isBetaTest: yesOrNo('no'),
  changeLog: firmwareForm.changeLog,
}
type Line = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>

/** One at a time, because a file is in memory while it is stored. */
export const firmwares = importKind({
  name: 'firmwares',
  batchLines: 1,
  entries,
  async save(batch, rows) {
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await saveOne(batch, row))
    return outcomes
  },
})

async function saveOne(batch: Batch, row: Line): Promise<Outcome> {
  const { db, planned, isDryRun, now } = batch
  const productOf = await productFinder(db)
  const named = row.products.split('|').map((name) => productOf(name.trim()))
  const productIds = [...new Set(named.flatMap((product) => (product === undefined ? [] : [product.id])))].toSorted((a, b) => a - b)
  if (named.includes(undefined)) return wrong(problem('products', unknownProduct))

  let pieces: readonly Uint8Array[]
  try {
    pieces = await readFile(batch.folder, row.file)
  } catch (error) {
    return wrong(problemOf(error, 'file'))
  }
  const facts = { file: await sha256InPieces(pieces) }
  // As every new firmware does, and every change of one before it looks for clashes (firmware/saveFirmware.ts, records/changeRecord.ts).
  if (!isDryRun) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('new firmware', 0))`)
  if (!isDryRun) await lockVersion(db, row.versionName)
  if (!isDryRun) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('clashes of firmware', 0))`)
  const version = `${storedVersionKey(row.versionName)} ${row.language}`.toLowerCase()
  const keys = productIds.map((id) => `${version} ${id}`)
  const toBeAdded = [...(await planned.find('firmware', keys)).values()]
  const stored = [
    ...(await findSame(db, row)),
    ...toBeAdded.map(({ sha256, ids, isActive }) => ({
      sha256,
      productIds: (ids ?? '').split(' ').map(Number),
      isActive: isActive === 'yes',
    })),
  ]
  const same = stored.find((one) => one.productIds.join(' ') === productIds.join(' '))
  if (same !== undefined) return compare(facts, { file: same.sha256 ?? null })
  const isClash = stored.some((one) => one.isActive && one.productIds.some((id) => productIds.includes(id)))
  if (row.isActive && isClash) return wrong(problem('versionName', 'version.already.exists.error'))
  if (row.isActive && (await hasEnded(db, row, productIds))) return wrong(problem('versionName', 'version.already.exists.error'))
  const plan = { sha256: facts.file, ids: productIds.join(' '), isActive: row.isActive ? 'yes' : 'no' }
  await planned.add('firmware', new Map(keys.map((key) => [key, plan])))
  if (isDryRun) return added

  const about = { filename: cleanFilename(basename(row.file)), kind: 'firmware', mediaType: 'application/octet-stream' } as const
  const insertFile = await storeFile({ storage: batch.storage, now }, { pieces, ...about })
  const fileId = await insertFile(db)
  const { versionName, language, isActive, isBetaTest, changeLog, releaseDate = now } = row
  const reach = reachFor('released', isBetaTest)
  const state: ReleaseState = isActive ? reach : 'draft'
  // What is halted would offer this file when it is resumed.
  const joined = await findReleaseToJoin(
    db,
    { versionName, language, productIds },
    and(eq(releases.state, state), eq(releases.reach, reach)),
  )
  const dates = { createdAt: now, offeredAt: isActive ? now : null, releasedAt: state === 'released' ? now : null }
  const release = { state, reach, ...dates }
  const releaseId = joined ?? single(await db.insert(releases).values(release).returning({ id: releases.id })).id
  const values = {
    releaseId,
    // As the release is called: it has one name.
    ...versionColumns(joined === undefined ? versionName : await nameOf(db, joined)),
    language,
    changeLog: changeLog ?? null,
    releaseDate,
    fileId,
  }
  const { id } = single(await db.insert(table).values(values).returning({ id: table.id }))
  await setProducts(db, id, productIds)
  await dropConsent(db, releaseId)
  return added
}

async function nameOf(db: Database, releaseId: number): Promise<string> {
  const ofRelease = and(eq(table.releaseId, releaseId), not(table.isDeleted))
  return single(await db.select({ versionName: table.versionName }).from(table).where(ofRelease).limit(1)).versionName
}

/** Throws AppError. */
async function readFile(folder: string, written: string): Promise<readonly Uint8Array[]> {
  if (isAbsolute(written)) throw new AppError('firmware.file.invalid.error')
  const path = join(folder, written)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new AppError('resource.not.found')
  const blob = await openAsBlob(path)
  const upload = { name: basename(path), size: blob.size, type: '', arrayBuffer: () => blob.arrayBuffer() }
  if (!v.is(binFile, upload)) throw new AppError('firmware.file.invalid.error')
  return readFirmware(upload)
}

/** Firmwares with this version and language, by the rule of catalogue.ts. */
async function findSame(db: Database, { versionName, language }: Line) {
  const found = await db
    .select({ id: table.id, state: releases.state, sha256: files.sha256 })
    .from(table)
    .innerJoin(releases, eq(releases.id, table.releaseId))
    .innerJoin(files, eq(files.id, table.fileId))
    .where(and(not(table.isDeleted), isSameVersion(versionName), isSameLanguage(language)))
  const links = await db
    .select()
    .from(firmwareProducts)
    .where(inArray(firmwareProducts.firmwareId, [0, ...found.map(({ id }) => id)]))
  return found.map(({ id, state, sha256 }) => {
    const productIds = links.filter(({ firmwareId }) => firmwareId === id).map(({ productId }) => productId)
    return { isActive: isOfferedState(state), sha256, productIds: productIds.toSorted((a, b) => a - b) }
  })
}

/** Whether this version was offered for one of these products and has ended: it is used once (docs/releases.md). */
async function hasEnded(db: Database, { versionName }: Line, productIds: readonly number[]): Promise<boolean> {
  const [ended] = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(releases, eq(releases.id, table.releaseId))
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, table.id))
    .where(
      and(
        inArray(firmwareProducts.productId, [...productIds]),
        isSameVersion(versionName),
        isNotNull(releases.offeredAt),
        or(not(isOffered()), table.isDeleted),
      ),
    )
    .limit(1)
  return ended !== undefined
}

function isSameLanguage(written: string) {
  return sql`${sameText(table.language)} = fold_text(${written})`
}
