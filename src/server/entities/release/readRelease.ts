/** A release with its firmwares, locked or only read. */
import { asc, eq } from 'drizzle-orm'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, releases } from '../../db/tables.ts'
import { stateOfRelease } from '../firmware/changeRelease.ts'
import type { ReleaseNow } from './obstacles.ts'

/** Throws `resource.not.found`. */
export async function lockRelease(db: Database, id: number): Promise<void> {
  const held = await db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).for('update')
  if (held.length === 0) throw new AppError('resource.not.found')
}

export async function readRelease(db: Database, id: number): Promise<Omit<ReleaseNow, 'betaGroupIds'>> {
  const [found] = await db.select().from(releases).where(eq(releases.id, id))
  if (found === undefined) throw new AppError('resource.not.found')
  const all = await db.select().from(firmwares).where(eq(firmwares.releaseId, id)).orderBy(asc(firmwares.id))
  return { release: found, images: all.filter(({ isDeleted }) => !isDeleted), ...stateOfRelease(found, all) }
}
