/**
 * Creates and edits a firmware by the specification's calls, which are its release's too: where `isActive` and `isBetaTest` lead stands in
 * docs/releases.md.
 */
import { eq, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { type Flags, type OfferedState, reachFor, stepFor, widens } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'
import type { Call } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, firmwares, releases } from '../../db/tables.ts'
import { versionColumns } from '../../db/versionKeys.ts'
import { changeOthers, createRecord } from '../../records/changeRecord.ts'
import { saveForm } from '../../records/saveForm.ts'
import { dropConsent, findDraftToJoin, findRelease, livingFirmwares, writeStep, writeWhole } from './changeRelease.ts'
import { findProducts } from './firmwareLinks.ts'
import { isLargeBeta } from '../offers/guardOffers.ts'
import { assertProved, wasOfferedAs } from './findProof.ts'
import { assertSigned } from './statement.ts'
import { findFirmware, firmwareKind, isUnconfirmed } from './firmwareKind.ts'
import { dropApprovals, isApproved } from '../offers/approvals.ts'
import { isAdminsProgram, lookAgain, type SaveCall, takeFile } from './takeFile.ts'

type CreateCall = Call<typeof contract.firmware.create>
type UpdateCall = Call<typeof contract.firmware.update>

type Where = { readonly invalidField: keyof CreateCall['body'] }
const onActive: Where = { invalidField: 'isActive' }

export async function createFirmware({ body, ...call }: CreateCall): Promise<{ id: number }> {
  const { file: upload, selectedProductIds, language, changeLog, versionName, isBetaTest, isActive } = body
  const file = await takeFile(call, upload, body)
  return createRecord(call, firmwareKind, async (db) => {
    // Two languages that are added at the same time find each other.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('new firmware', 0))`)
    // What is offered at once takes no draft along, which would go out by accident.
    const joined = isActive ? undefined : await findDraftToJoin(db, { versionName, language, productIds: selectedProductIds })
    const releaseId = joined ?? single(await db.insert(releases).values({ createdAt: call.now }).returning({ id: releases.id })).id
    const others = (await livingFirmwares(db, releaseId)).map(({ id }) => id)
    const values = { releaseId, ...versionColumns(versionName), language, changeLog, ...(await file(db)) }
    const created = single(
      await db
        .insert(firmwares)
        .values({ ...values, releaseDate: call.now })
        .returning({ id: firmwares.id }),
    )
    await changeOthers(db, firmwareKind, { ...call, ids: others }, async () => {
      await writeAll(db, [...others, created.id], body)
      await dropConsent(db, releaseId)
      await writeFlags(db, call, releaseId, { isActive, isBetaTest })
    })
    return created
  })
}

export async function updateFirmware(call: UpdateCall): Promise<{ id: number }> {
  const { file: upload } = call.body
  const { id } = call.params
  if (upload !== undefined) await assertMayReplaceFile(call.db, id)
  const file = upload && (await takeFile(call, upload, call.body))
  return saveForm(call, firmwareKind, async (db, body) => {
    const { language, changeLog, isBetaTest, isActive } = body
    const { firmware: before, release, state } = await findFirmware(db, id)
    if (state !== 'draft') assertFixed(before, body)
    if (state === 'withdrawn' && isActive) throw new AppError('release.step.error', onActive)
    const inProducts = new Set((await findProducts(db, [id])).map((product) => product.id))
    const isForOthers = body.selectedProductIds.some((productId) => !inProducts.has(productId))
    const isForFewer = [...inProducts].some((productId) => !body.selectedProductIds.includes(productId))
    const wasReleased = release.releasedAt !== null
    // Nobody has approved it for their owners: it is narrowed to a beta first.
    if (isForOthers && call.config.releaseApprovers > 1 && (state === 'staged' || state === 'released'))
      throw new AppError('release.approval.error', { invalidField: 'selectedProductIds' })
    // A new file gets a new row, so that the file behind an id never changes.
    const newFile = await file?.(db)
    const others = (await livingFirmwares(db, release.id)).map((image) => image.id).filter((other) => other !== id)
    await changeOthers(db, firmwareKind, { ...call, ids: others }, async () => {
      await db
        .update(firmwares)
        .set({ language, changeLog: changeLog ?? null, ...newFile })
        .where(eq(firmwares.id, id))
      // The bytes are removed by jobs/removeOrphans.ts.
      if (newFile !== undefined) await db.delete(files).where(eq(files.id, before.fileId))
      await writeAll(db, [...others, id], body)
      if (state === 'draft') await lookAgain(db, newFile === undefined ? [...others, id] : others, body)
      const isRewritten = newFile !== undefined || findRenamed(before, body) !== undefined
      // Before it is offered: what was consented to is not what is saved now.
      if (isRewritten || isForOthers || (isForFewer && !wasReleased)) await dropConsent(db, release.id)
      if (!wasReleased && (changeLog ?? null) !== before.changeLog) await dropApprovals(db, release.id)
      if (isForOthers && state !== 'draft') {
        const where: Where = { invalidField: 'selectedProductIds' }
        await assertSigned(db, call.config, { releaseId: release.id, where })
        await assertProved(db, call, provedBy(call, release.id, where))
      }
      await writeFlags(db, call, release.id, { isActive, isBetaTest })
    })
    if (!wasReleased && (isBetaTest || !isActive)) await dropApprovals(db, release.id)
  })
}

/** Writes what is the whole release's. Groups are of betas only. */
function writeAll(db: Database, ids: readonly number[], body: CreateCall['body'] | UpdateCall['body']): Promise<void> {
  const betaGroupChanges = 'betaGroupChanges' in body ? body.betaGroupChanges : undefined
  const groups = body.isBetaTest ? { selectedBetaGroupIds: body.selectedBetaGroupIds, betaGroupChanges } : { selectedBetaGroupIds: [] }
  return writeWhole(db, ids, { versionName: body.versionName, selectedProductIds: body.selectedProductIds, ...groups })
}

/** Goes where the specification's two flags lead. Throws, on `isActive`, what forbids to offer it to more people. */
async function writeFlags(db: Database, call: SaveCall, releaseId: number, flags: Flags): Promise<void> {
  const release = await findRelease(db, releaseId)
  const [step, reach] = [stepFor(release.state, flags), reachFor(release.reach, flags.isBetaTest)]
  if (flags.isActive && widens(release.state, reach))
    await assertMayWiden(db, call, { release, target: reach, isResumed: release.state === 'halted' })
  await writeStep(db, call, { releaseId, step, reach })
}

/** What the release's page asks a person to confirm is a program's own affair; what somebody else has to do first is not. */
async function assertMayWiden(
  db: Database,
  call: SaveCall,
  {
    release,
    target,
    isResumed,
  }: { readonly release: typeof releases.$inferSelect; readonly target: OfferedState; readonly isResumed: boolean },
): Promise<void> {
  const isBeta = target === 'beta'
  const isForAll = !isBeta || (await isLargeBeta(db, release.id))
  if (isForAll && !(await isApproved(db, call, { releaseId: release.id, isSeen: isResumed && !isBeta })))
    throw new AppError('release.approval.error', onActive)
  await assertSigned(db, call.config, { releaseId: release.id, where: onActive })
  const images = await livingFirmwares(db, release.id)
  if (!isAdminsProgram(call) && images.some(isUnconfirmed)) throw new AppError('firmware.file.unusual.error', onActive)
  if (!isResumed || !wasOfferedAs(target, release)) await assertProved(db, call, provedBy(call, release.id, onActive))
}

function provedBy(call: SaveCall, releaseId: number, where: Where) {
  return { releaseId, where, mayExcept: isAdminsProgram(call) }
}

/** Before the bytes are stored. */
async function assertMayReplaceFile(db: Database, id: number): Promise<void> {
  const { firmware, state } = await findFirmware(db, id)
  if (firmware.isDeleted) throw new AppError('record.deleted.error')
  if (state !== 'draft') throw new AppError('release.fixed.error', { invalidField: 'file' })
}

function assertFixed(before: typeof firmwares.$inferSelect, body: UpdateCall['body']): void {
  const invalidField = body.file === undefined ? findRenamed(before, body) : 'file'
  if (invalidField !== undefined) throw new AppError('release.fixed.error', { invalidField })
}

function findRenamed(before: typeof firmwares.$inferSelect, body: UpdateCall['body']): 'versionName' | 'language' | undefined {
  // Stored by other means, it may have spaces around it; a form sends none.
  return (['versionName', 'language'] as const).find((field) => body[field] !== before[field].trim())
}
