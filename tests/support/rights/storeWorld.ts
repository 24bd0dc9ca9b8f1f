/** Puts a random world into a database by rows: the columns that the product's writers fill, and nothing that they would not. */
import {
  betaGroups,
  betaGroupUsers,
  files,
  firmwareBetaGroups,
  firmwareProducts,
  firmwares,
  products,
  productUpdates,
  releaseHolds,
  releases,
  updateMails,
  userProducts,
  users,
} from '../../../src/server/db/tables.ts'
import { versionColumns } from '../../../src/server/db/versionKeys.ts'
import type { ApiServer } from '../apiServer.ts'
import { dayMs } from '../../../src/server/limits/durations.ts'
import type { Update, World } from './world.ts'

const offeredAt = new Date('2026-11-01T10:00:00Z')
const reason = { en: 'The restart fails.', fr: 'Le redémarrage échoue.' }

export const usernameOf = ({ id }: { readonly id: number }) => `person${id}@example.com`

export async function storeWorld({ context: { db, storage } }: ApiServer, world: World): Promise<void> {
  const { sha256, sizeBytes } = await storage.put(new Uint8Array(1000))
  const images = world.releases.flatMap((release) => release.images.map((image) => ({ release, image })))
  const updates = world.detectors.flatMap(({ id, updates: its }) => its.map((update) => ({ userProductId: id, ...recordOf(update) })))
  const rows = {
    people: world.people.map(({ id, role, locale, isBetaTester, isDeleted, isLocked, isValidated }) => ({
      id,
      role,
      locale,
      isBetaTester,
      isDeleted,
      accountLocked: isLocked,
      accountValidated: isValidated,
      username: usernameOf({ id }),
      passwordHash: 'none',
      firstname: 'Ada',
      lastname: 'Field',
      phonePrefix: '+33',
      phoneNumber: '612345678',
      country: 'FR',
    })),
    products: world.products.map(({ id, typeId, isDeleted }) => ({ id, typeId, isDeleted, name: `Model ${id}`, typeName: 'WS6' })),
    groups: world.groups.map(({ id, isDeleted }) => ({ id, isDeleted, name: `Group ${id}` })),
    releases: world.releases.map(({ id, state, reach, share, wasReleased, isRecalled, mailsOwners, needs }) => ({
      id,
      state,
      reach,
      share,
      isRecalled,
      mailsOwners,
      ...needs,
      hardwareVersions: [...needs.hardwareVersions],
      offeredAt: state === 'draft' ? null : offeredAt,
      releasedAt: wasReleased ? offeredAt : null,
      withdrawnAt: state === 'withdrawn' ? offeredAt : null,
    })),
    holds: world.releases.flatMap(({ id, holds }) =>
      holds.map((hardwareVersions) => ({ releaseId: id, hardwareVersions: [...hardwareVersions], reason, since: offeredAt })),
    ),
    files: images.map(({ image }) => ({
      id: image.id,
      filename: 'ws6.bin',
      sha256,
      sizeBytes,
      kind: 'firmware' as const,
      mediaType: 'application/octet-stream',
    })),
    firmwares: images.map(({ release, image: { id, language, deletedState } }) => ({
      id,
      releaseId: release.id,
      ...versionColumns(release.versionName),
      language,
      fileId: id,
      releaseDate: offeredAt,
      isDeleted: deletedState !== null,
      deletedState,
      deletedReach: deletedState === null ? null : release.reach,
    })),
    detectors: world.detectors.map(({ id, owner, product, serialNumber, hardwareVersion, isDeleted, confirmed }) => ({
      id,
      userId: owner.id,
      productId: product.id,
      productTypeId: product.typeId,
      serialNumber,
      materialVersion: hardwareVersion,
      protocolVersion: 2,
      isDeleted,
      confirmedUpdateId: confirmed?.id ?? null,
    })),
    firmwareProducts: images.flatMap(({ release, image }) => release.products.map(({ id }) => ({ firmwareId: image.id, productId: id }))),
    firmwareGroups: images.flatMap(({ release, image }) => release.groups.map(({ id }) => ({ firmwareId: image.id, betaGroupId: id }))),
    members: world.people.flatMap(({ id, groups }) => groups.map((group) => ({ userId: id, betaGroupId: group.id }))),
    mails: world.people.flatMap(({ id, hasMailsOff }) =>
      hasMailsOff ? [{ userId: id, token: `none ${id}`, switchedOffAt: offeredAt }] : [],
    ),
  }
  await db.transaction(async (transaction) => {
    await transaction.insert(users).overridingSystemValue().values(rows.people)
    await transaction.insert(products).overridingSystemValue().values(rows.products)
    await transaction.insert(betaGroups).overridingSystemValue().values(rows.groups)
    await transaction.insert(releases).overridingSystemValue().values(rows.releases)
    await transaction.insert(files).overridingSystemValue().values(rows.files)
    await transaction.insert(firmwares).overridingSystemValue().values(rows.firmwares)
    await transaction.insert(userProducts).overridingSystemValue().values(rows.detectors)
    await transaction.insert(firmwareProducts).values(rows.firmwareProducts)
    if (rows.holds.length > 0) await transaction.insert(releaseHolds).values(rows.holds)
    if (rows.firmwareGroups.length > 0) await transaction.insert(firmwareBetaGroups).values(rows.firmwareGroups)
    if (rows.members.length > 0) await transaction.insert(betaGroupUsers).values(rows.members)
    if (rows.mails.length > 0) await transaction.insert(updateMails).values(rows.mails)
    if (updates.length > 0) await transaction.insert(productUpdates).overridingSystemValue().values(updates)
  })
}

function recordOf({ id, image, beganAt, isVague, success, after }: Update) {
  return {
    id,
    firmwareId: image.id,
    date: beganAt,
    beganFrom: isVague ? new Date(beganAt.getTime() - dayMs) : null,
    beganBy: isVague ? new Date(beganAt.getTime() + dayMs) : null,
    success,
    errorType: success === false ? (after === 'unknown' ? ('REBOOT_ERROR' as const) : ('REPROGRAMMATION_ERROR' as const)) : null,
    firmwareAfter: after,
  }
}
