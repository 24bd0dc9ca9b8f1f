import { reachFor } from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { betaGroups, files, firmwareBetaGroups, firmwareProducts, firmwares, products, releases } from '../../db/tables.ts'
import { versionColumns } from '../../db/versionKeys.ts'
import type { Storage, StoredContent } from '../../files/storage.ts'
import { type DemoLanguage, demoProducts, type DemoRelease, demoReleases } from './catalogue.ts'
import { addDays } from './days.ts'
import { firmwareImage } from './firmwareImage.ts'

type Edition = { readonly release: DemoRelease; readonly language: DemoLanguage; readonly changeLog: string }

type StoredEdition = { readonly edition: Edition; readonly content: StoredContent }

export type ReleasedFirmware = typeof firmwares.$inferSelect & { readonly typeIds: readonly number[]; readonly isBetaTest: boolean }

export type DemoCatalogue = {
  readonly products: readonly (typeof products.$inferSelect)[]
  /** Oldest first. */
  readonly firmwares: readonly ReleasedFirmware[]
  readonly betaGroupId: number
}

const demoBetaGroup = 'WS6 field testers'

/** A release has one edition per language of its change logs. */
const demoEditions: readonly Edition[] = demoReleases.flatMap((release) =>
  (['Français', 'Deutsch', 'English'] as const).flatMap((language) => {
    const changeLog = release.changeLogs[language]
    return changeLog === undefined ? [] : [{ release, language, changeLog }]
  }),
)

export function storeImages(storage: Storage): Promise<StoredEdition[]> {
  return Promise.all(
    demoEditions.map(async (edition) => ({ edition, content: await storage.put(firmwareImage(edition.release, edition.language)) })),
  )
}

export async function insertReleases(db: Database, stored: readonly StoredEdition[], now: Date): Promise<DemoCatalogue> {
  const productRows = await db
    .insert(products)
    .values([...demoProducts])
    .returning()
  const groups = await db
    .insert(betaGroups)
    .values([{ name: demoBetaGroup }])
    .returning({ id: betaGroups.id })
  const betaGroupId = single(groups).id

  const releaseIds = new Map<DemoRelease, number>()
  const released: ReleasedFirmware[] = []
  for (const one of stored.toSorted((left, right) => right.edition.release.ageDays - left.edition.release.ageDays)) {
    const { release, language, changeLog } = one.edition
    const file = single(await db.insert(files).values(fileOf(one)).returning({ id: files.id }))
    const releaseId =
      releaseIds.get(release) ??
      single(
        await db
          .insert(releases)
          .values({ ...rowOf(release, now), mailsOwners: false })
          .returning({ id: releases.id }),
      ).id
    releaseIds.set(release, releaseId)
    const values = {
      releaseId,
      ...versionColumns(release.versionName),
      language,
      changeLog,
      fileId: file.id,
      releaseDate: addDays(now, -release.ageDays),
    }
    const firmware = single(await db.insert(firmwares).values(values).returning())
    const installable = productRows.filter(({ typeId }) => release.typeIds.includes(typeId))
    await db.insert(firmwareProducts).values(installable.map(({ id }) => ({ firmwareId: firmware.id, productId: id })))
    if (release.isBetaTest) await db.insert(firmwareBetaGroups).values({ firmwareId: firmware.id, betaGroupId })
    released.push({ ...firmware, typeIds: release.typeIds, isBetaTest: release.isBetaTest ?? false })
  }
  return { products: productRows, firmwares: released, betaGroupId }
}

/** Every one has been offered since it was made. */
function rowOf({ ageDays, isBetaTest, withdrawnDaysAgo }: DemoRelease, now: Date): typeof releases.$inferInsert {
  const madeAt = addDays(now, -ageDays)
  const reach = reachFor('released', isBetaTest ?? false)
  return {
    state: withdrawnDaysAgo === undefined ? reach : 'withdrawn',
    reach,
    createdAt: madeAt,
    offeredAt: madeAt,
    releasedAt: reach === 'released' ? madeAt : null,
    withdrawnAt: withdrawnDaysAgo === undefined ? null : addDays(now, -withdrawnDaysAgo),
  }
}

function fileOf({ edition: { release, language }, content }: StoredEdition): typeof files.$inferInsert {
  const family = demoProducts.find(({ typeId }) => typeId === release.typeIds[0])?.typeName ?? 'firmware'
  return {
    ...content,
    filename: `${family}_${release.versionName}_${language.slice(0, 2).toUpperCase()}.bin`,
    kind: 'firmware',
    mediaType: 'application/octet-stream',
  }
}
