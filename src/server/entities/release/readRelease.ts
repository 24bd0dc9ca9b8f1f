/** A release with its firmwares, locked or only read. */
import { createHash } from 'node:crypto'
import { and, asc, eq, not } from 'drizzle-orm'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, products, releases } from '../../db/tables.ts'
import { findGroupsOfFirmware } from '../betaGroup/groupLinks.ts'
import { requirementsOf } from '../firmware/conditions.ts'
import type { ReleaseNow } from './obstacles.ts'

/** Throws `resource.not.found`. */
export async function lockRelease(db: Database, id: number): Promise<void> {
  const held = await db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).for('update')
  if (held.length === 0) throw new AppError('resource.not.found')
}

export async function readRelease(db: Database, id: number): Promise<Omit<ReleaseNow, 'betaGroupIds'>> {
  const [found] = await db.select().from(releases).where(eq(releases.id, id))
  if (found === undefined) throw new AppError('resource.not.found')
  const isOfIt = and(eq(firmwares.releaseId, id), not(firmwares.isDeleted))
  const images = await db.select().from(firmwares).where(isOfIt).orderBy(asc(firmwares.id))
  return { release: found, images, state: found.state, reach: found.reach }
}

type Seen = Pick<ReleaseNow, 'images' | 'release'>

/** Throws `changed.meanwhile.error` if the caller has seen something else than is there now. A caller that sends nothing is not asked. */
export async function assertSeen(db: Database, now: Seen, fingerprint: string | undefined): Promise<void> {
  if (fingerprint !== undefined && fingerprint !== (await fingerprintOf(db, now))) throw new AppError('changed.meanwhile.error')
}

export async function fingerprintOf(db: Database, { images, release }: Seen): Promise<string> {
  const content = images.map(({ id, versionName, language, fileId, changeLog }) => [id, versionName, language, fileId, changeLog])
  const [first] = images
  const groups = first === undefined ? [] : await findGroupsOfFirmware(db, first.id)
  const groupIds = groups.map((group) => group.id).toSorted((a, b) => a - b)
  const text = JSON.stringify([content, requirementsOf(release), await findTypes(db, first?.id ?? 0), groupIds])
  return createHash('sha256').update(text).digest('hex')
}

function findTypes(db: Database, firmwareId: number) {
  return db
    .select({ id: products.id, typeId: products.typeId })
    .from(firmwareProducts)
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(eq(firmwareProducts.firmwareId, firmwareId))
    .orderBy(asc(products.id))
}
