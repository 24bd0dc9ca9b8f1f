/**
 * Judges many detectors at once by the rules of contract/: those that differ in nothing that the rules read are of one kind, one of each kind is
 * judged as the update page judges it, and all share its answer. Knows which facts the rules read, and nothing of what they decide.
 */
import { and, eq, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { detectorStates, releases, userProducts, users } from '../../db/tables.ts'
import { groupsTested } from '../testers.ts'

/** A release that a part of the detectors is offered. */
type Shared = { readonly id: number; readonly share: number }

export type Kinds = {
  /** SQL on `user_products`, `users` and `detector_states`: the kind of a detector. */
  readonly kind: SQL<string>
  /** Of each kind one detector. */
  readonly examples: ReadonlyMap<string, number>
}

/** `which`: a condition on `user_products` and `users`. `meant`: what a share would be. */
export async function findKinds(db: Database, which: SQL | undefined, meant?: Shared): Promise<Kinds> {
  const isShared = and(eq(releases.state, 'staged'), lt(releases.share, 1))
  const stored = await db.select({ id: releases.id, share: releases.share }).from(releases).where(isShared).orderBy(releases.id)
  const kind = kindOf(db, [...stored.filter(({ id }) => id !== meant?.id), ...(meant === undefined ? [] : [meant])])
  const rows = await db
    .select({ kind, example: min(userProducts.id) })
    .from(userProducts)
    .innerJoin(users, eq(users.id, userProducts.userId))
    .leftJoin(detectorStates, eq(detectorStates.userProductId, userProducts.id))
    .where(which)
    .groupBy(sql`1`)
  return { kind, examples: new Map(rows.flatMap((row) => (row.example === null ? [] : [[row.kind, row.example]]))) }
}

export function isOfKinds({ kind }: Kinds, kinds: readonly string[]): SQL {
  return inArray(kind, [...kinds])
}

function kindOf(db: Database, shared: readonly Shared[]): SQL<string> {
  const { productId, materialVersion } = userProducts
  const { state, firmwareId } = detectorStates
  const installed = sql`case when ${state} = 'installed' then ${firmwareId} end`
  const shares = shared.map(({ id, share }) => isInShare(id, share))
  const facts = [productId, materialVersion, users.locale, state, installed, groupsTested(db), ...shares]
  return sql<string>`concat_ws('/', ${sql.join(
    facts.map((fact) => sql`coalesce(${fact}::text, '')`),
    sql`, `,
  )})`
}

/** As contract/releaseShare.ts decides. */
function isInShare(releaseId: number, share: number): SQL {
  const hash = sql`encode(sha256(convert_to(${`${releaseId}/`} || ${userProducts.serialNumber}, 'UTF8')), 'hex')`
  // Of 56 bits the first 53 count: as many as a double holds.
  const place = sql`((('x' || left(${hash}, 14))::bit(56)::bigint >> 3)::double precision / ${2 ** 53}::double precision)`
  return sql`(${place} < ${share}::double precision)`
}
