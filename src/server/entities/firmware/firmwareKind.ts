/** What is stored of a firmware, and its state: for the audit trail and for forms. */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { firmware as calls } from '../../../contract/firmware.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { flagsOf } from '../../../contract/releaseStates.ts'
import type { Requirements } from '../../../contract/requirements.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { flagColumns, standingOf } from '../storedStates.ts'
import { files, firmwares, releases } from '../../db/tables.ts'
import type { FormKind } from '../../records/saveForm.ts'
import { nameWithHash, namesOf, readStoredForm } from '../../records/storedFields.ts'
import { findVersionClashes } from '../catalogue.ts'
import { findGroupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { findMixedVersions, findUnordered } from './versions.ts'
import { findHolds, requirementsOf } from './conditions.ts'
import { findProducts } from './firmwareLinks.ts'
import { guardOffers } from '../offers/guardOffers.ts'

export const firmwareKind: FormKind<RecordField<'firmware'>> = {
  entity: 'firmware',
  table: firmwares,
  lockFirst: lockReleaseOf,
  clashes: [
    { code: 'version.unordered.error', invalidField: 'versionName', find: findUnordered },
    { code: 'version.words.error', invalidField: 'versionName', find: findMixedVersions },
    { code: 'version.already.exists.error', invalidField: 'versionName', find: (db, id) => findVersionClashes(db, id) },
  ],
  guards: [guardOffers],
  form: { request: calls.update.request, read: findStoredFirmware, facts: { isActive: ['state'] } },
  fields: {
    versionName: firmwares.versionName,
    language: firmwares.language,
    ...flagColumns,
    changeLog: firmwares.changeLog,
    selectedProductIds: { read: async (db, id) => namesOf(await findProducts(db, [id])) },
    selectedBetaGroupIds: { read: async (db, id) => namesOf(await findGroupsOfFirmware(db, id)) },
    file: { read: async (db, id) => nameWithHash((await findFirmware(db, id)).file) },
    state: { read: async (db, id) => (await findFirmware(db, id)).state },
    share: { read: async (db, id) => shareText((await findFirmware(db, id)).release) },
    plan: { read: async (db, id) => planText((await findFirmware(db, id)).release) },
    requirements: { read: async (db, id) => requirementTexts(requirementsOf((await findFirmware(db, id)).release)) },
    holds: { read: async (db, id) => holdTexts(db, (await findFirmware(db, id)).release.id) },
    proofException: { read: async (db, id) => exceptionText((await findFirmware(db, id)).release) },
    isUnconfirmed: { read: async (db, id) => isUnconfirmed((await findFirmware(db, id)).firmware) },
  },
}

/** As "minimumInstalledVersion 5.0", by the names of the contract: what is required, and nothing else. */
function requirementTexts(requirements: Requirements): string[] {
  return Object.entries(requirements).flatMap(([name, value]) => {
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return []
    return [value === true ? name : `${name} ${[value].flat().join(' ')}`]
  })
}

/** As "0.1: Support is calm", the reason if it was raised by hand; null unless it is staged. */
function shareText({ reach, share, shareReason }: typeof releases.$inferSelect): string | null {
  if (reach !== 'staged') return null
  return shareReason === null ? String(share) : `${share}: ${shareReason}`
}

/** As "0.02 0.1 1 paused": the shares that outcomes lead to, and whether they do; null unless it is staged. */
function planText({ reach, planShares, planPaused }: typeof releases.$inferSelect): string | null {
  return reach === 'staged' ? [...planShares, ...(planPaused === null ? [] : ['paused'])].join(' ') : null
}

/** As "3 5: The restart fails"; without hardware versions, all are held. */
async function holdTexts(db: Database, releaseId: number): Promise<string[]> {
  const holds = (await findHolds(db, [releaseId])).get(releaseId) ?? []
  return holds.map(({ hardwareVersions, reason }) => `${hardwareVersions.join(' ') || '*'}: ${reason.en}`)
}

/** Why it may be offered without proof from real hardware: the reason, or `overTheApi` for an administrator's program, which gives none. */
function exceptionText({ proofExceptionAt, proofExceptionReason }: typeof releases.$inferSelect): string | null {
  return proofExceptionAt === null ? null : (proofExceptionReason ?? 'overTheApi')
}

/** Whether its file looks unlike the others and nobody has typed the version to confirm it. */
export function isUnconfirmed({
  unusual,
  isUnusualConfirmed,
}: Pick<typeof firmwares.$inferSelect, 'unusual' | 'isUnusualConfirmed'>): boolean {
  return unusual !== null && !isUnusualConfirmed
}

/** Everything that changes a release locks it first, so that an update that opens its record sees it before or after (productUpdate/handlers.ts). */
async function lockReleaseOf(db: Database, firmwareId: number): Promise<void> {
  const ofFirmware = db.select({ id: firmwares.releaseId }).from(firmwares).where(eq(firmwares.id, firmwareId))
  await db
    .select({ id: releases.id })
    .from(releases)
    .where(sql`${releases.id} = (${ofFirmware})`)
    .for('update')
}

/** Throws `resource.not.found`. */
export async function findFirmware(db: Database, id: number) {
  const [row] = await db
    .select({ firmware: getTableColumns(firmwares), file: getTableColumns(files), release: getTableColumns(releases) })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(eq(firmwares.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  const standing = standingOf(row.firmware, row.release)
  return { ...row, state: standing.state, ...flagsOf(standing) }
}

/** What the edit form holds; with its products and groups, by which the contract sees whether more people get it. */
async function findStoredFirmware({ db, params: { id } }: { db: Database; params: { id: number } }) {
  return {
    ...(await readStoredForm(db, firmwareKind, eq(firmwares.id, id))),
    selectedProductIds: idsOf(await findProducts(db, [id])),
    selectedBetaGroupIds: idsOf(await findGroupsOfFirmware(db, id)),
  }
}

function idsOf(choices: readonly { readonly id: number }[]): number[] {
  return choices.map((choice) => choice.id)
}
