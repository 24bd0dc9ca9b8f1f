/**
 * The catalogue of a product, signed by the online key. Issued when it is read and differs from the last one, or that is a day old: nobody can see
 * what is so now in between. So whatever changed it needs not know of keys.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import { type Catalogue, catalogueDays } from '../../../contract/signatures/catalogue.ts'
import type { Signed } from '../../../contract/signatures/signed.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { firmwareProducts, firmwares, products, releases, releaseStatements, signedCatalogues } from '../../db/tables.ts'
import type { CatalogueKey } from '../../keys/catalogueKey.ts'
import { dayMs } from '../../limits/durations.ts'
import { findHolds } from '../firmware/conditions.ts'
import { shareOf } from '../firmware/share.ts'

export async function catalogueNow(db: Database, key: CatalogueKey, typeId: number): Promise<Signed> {
  const [last] = await db.select().from(signedCatalogues).where(isOf(typeId))
  if (last !== undefined && isCurrent(last, await findReleases(db, typeId), await readNow(db))) return last.documents
  return db.transaction((transaction) => issue(transaction, key, typeId))
}

/** Reads what is so after it holds the lock: a later number never says less than an earlier one. */
async function issue(db: Database, key: CatalogueKey, typeId: number): Promise<Signed> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('signed catalogue', ${typeId}))`)
  const [last] = await db.select().from(signedCatalogues).where(isOf(typeId))
  const [now, listed] = [await readNow(db), await findReleases(db, typeId)]
  if (last !== undefined && isCurrent(last, listed, now)) return last.documents
  const number = Math.max((last?.number ?? 0) + 1, Math.floor(now.getTime() / 1000))
  const said: Catalogue = {
    typeId,
    number,
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + catalogueDays * dayMs).toISOString(),
    releases: listed,
  }
  const row = { number, releases: listed, documents: [...(await key.sign(said))], issuedAt: now }
  await db
    .insert(signedCatalogues)
    .values({ typeId, ...row })
    .onConflictDoUpdate({ target: signedCatalogues.typeId, set: row })
  return row.documents
}

const isOf = (typeId: number) => eq(signedCatalogues.typeId, typeId)

function isCurrent(last: typeof signedCatalogues.$inferSelect, listed: Catalogue['releases'], now: Date): boolean {
  return isDeepStrictEqual(last.releases, listed) && now.getTime() - last.issuedAt.getTime() < dayMs
}

/** By the database's clock: one for all servers. */
async function readNow(db: Database): Promise<Date> {
  return single(await db.select({ now: sql<Date>`now()`.mapWith(releases.createdAt) }).from(sql`(select 1) as one`)).now
}

/** Everything that has a statement: what it says of a draft tells nobody more than that there is one. */
async function findReleases(db: Database, typeId: number): Promise<Catalogue['releases']> {
  const ofType = db
    .select({ id: firmwares.releaseId })
    .from(firmwares)
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .innerJoin(products, eq(products.id, firmwareProducts.productId))
    .where(and(eq(products.typeId, typeId), not(products.isDeleted)))
  const rows = await db
    .select({ release: releases, statement: releaseStatements.digest })
    .from(releases)
    .innerJoin(releaseStatements, eq(releaseStatements.releaseId, releases.id))
    .where(inArray(releases.id, ofType))
    .orderBy(asc(releases.id))
  const holds = await findHolds(
    db,
    rows.map(({ release }) => release.id),
  )
  return rows.map(({ release, statement }) => {
    const kept = (holds.get(release.id) ?? []).map(({ hardwareVersions }) => hardwareVersions)
    return { id: release.id, statement, state: release.state, share: shareOf(release), holds: kept }
  })
}
