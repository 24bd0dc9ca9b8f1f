/**
 * Asks the rules of contract/ about many detectors at once. For the rules, detectors differ in few facts: each combination of them is judged once,
 * as the update page judges a detector, and an answer becomes a condition of SQL without the facts on which it does not depend. So asking costs
 * what the catalogue costs, however many detectors there are. Decides nothing itself.
 */
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { isOfferedTo } from '../../../contract/releaseRights.ts'
import { type Locale, locales } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'
import { detectorStates, firmwares, releases, userProducts, users } from '../../db/tables.ts'
import { findProductRights, type RightsRow } from '../firmware/offeredFirmware.ts'
import { findGroupSets, groupsOf, groupsTested } from '../offers/testers.ts'
import { anybody, inGroups } from '../userProduct/offeredUpdates.ts'

/** Detectors that no rule can tell apart. */
export type Kind = Known & {
  readonly hardwareVersion: number
  readonly locale: Locale
  /** What their owners have to the firmwares of their product, newest first. */
  readonly rows: readonly RightsRow[]
}

type Known = {
  readonly state: (typeof detectorStates.$inferSelect)['state']
  /** Null unless it is installed. */
  readonly installed: { readonly id: number; readonly versionName: string; readonly language: string; readonly isRecalled: boolean } | null
}

/** What a release is meant to be. `groupIds`: instead of the groups that it has, if there are some. */
export type Meant = Pick<RightsRow['facts'], 'id' | 'state' | 'share'> & { readonly groupIds: readonly number[] }

/** The facts of a kind, as `columns` has them of a detector. */
type Judged<Answer> = { readonly values: readonly string[]; readonly answer: Answer | null }

/** Of all hardware versions that no release names. */
const otherHardware = -1

/** By answer of `ask`, a condition on `user_products`, `users` and `detector_states`: the detectors of these products that have it. */
export async function askRules<Answer>(
  db: Database,
  productIds: readonly number[],
  ask: (kind: Kind) => Answer | null,
  meant?: Meant,
): Promise<ReadonlyMap<Answer, SQL | undefined>> {
  const found: [Answer, SQL][] = []
  for (const [productId, rows] of await findProductRights(db, anybody, productIds))
    found.push(...(await askOfProduct(db, { productId, rows: rows.map((row) => asMeant(row, meant)), meant }, ask)))
  const answers = Map.groupBy(found, ([answer]) => answer)
  return new Map([...answers].map(([answer, its]) => [answer, or(...its.map(([, condition]) => condition))]))
}

type OfProduct = { readonly productId: number; readonly rows: readonly RightsRow[]; readonly meant: Meant | undefined }

async function askOfProduct<Answer>(
  db: Database,
  { productId, rows, meant }: OfProduct,
  ask: (kind: Kind) => Answer | null,
): Promise<[Answer, SQL][]> {
  const groups = await findGroups(db, rows.filter(isByGroup), meant)
  const groupIds = [...new Set([...groups.values()].flatMap((its) => Array.from(its)))]
  const groupSets = await findGroupSets(db, groupIds)
  const shares = new Map(rows.flatMap(({ facts }) => (facts.state === 'staged' && facts.share < 1 ? [[facts.id, facts.share]] : [])))
  const named = [...new Set(rows.flatMap(({ facts }) => [facts.requirements, ...facts.holds].flatMap((one) => one.hardwareVersions)))]
  const known = await findKnown(db, productId)
  const judged: Judged<Answer>[] = []
  for (const within of subsets([...shares.keys()]))
    for (const its of groupSets) {
      const seen = inGroups(rows, groups, its).map((row) => withShare(row, shares, within))
      for (const [first, ...alike] of known)
        for (const hardwareVersion of [...named, otherHardware])
          for (const locale of locales) {
            const answer = ask({ ...first, hardwareVersion, locale, rows: seen })
            for (const { state, installed } of [first, ...alike]) {
              const facts = [installed?.id ?? state, within.join(' '), its.join(' '), hardwareVersion, locale]
              judged.push({ values: facts.map(String), answer })
            }
          }
    }
  const { state, firmwareId } = detectorStates
  const columns = [
    sql`coalesce(case when ${state} = 'installed' then ${firmwareId}::text else ${state} end, 'unknown')`,
    sharesColumn(shares),
    groupsTested(db, groupIds),
    named.length === 0
      ? sql`${otherHardware}`
      : sql`case when ${inArray(userProducts.materialVersion, named)} then ${userProducts.materialVersion} else ${otherHardware} end`,
    sql`${users.locale}`,
  ]
  const isOfIt = eq(userProducts.productId, productId)
  const answers = new Set(judged.flatMap(({ answer }) => (answer === null ? [] : [answer])))
  return [...answers].map((answer) => [answer, sql`(${isOfIt} and ${conditionFor(answer, judged, columns)})`])
}

/** What is only counted spreads nothing, also while the installation waits after a restore. */
function asMeant(row: RightsRow, meant: Meant | undefined): RightsRow {
  if (meant === undefined) return row
  const facts = meant.id === row.facts.id ? { ...row.facts, state: meant.state, share: meant.share } : row.facts
  return { ...row, maySpread: true, facts }
}

/** Whether its groups decide who is offered it. */
function isByGroup({ facts }: RightsRow): boolean {
  const [inside, outside] = [true, false].map((isInGroup) => isOfferedTo({ ...facts, share: 0, isInGroup }, { serialNumber: '' }))
  return inside !== outside
}

/** The groups of each firmware. */
async function findGroups(db: Database, rows: readonly RightsRow[], meant: Meant | undefined) {
  const firmwareIds = rows.map(({ firmware }) => firmware.id)
  const chosen = new Set(meant?.groupIds)
  const meantRows = rows.filter(({ facts }) => chosen.size > 0 && facts.id === meant?.id)
  return new Map([...(await groupsOf(db, firmwareIds)), ...meantRows.map(({ firmware }) => [firmware.id, chosen] as const)])
}

/** A detector is in a share or not: the rule finds it in all of it, or in none. */
function withShare(row: RightsRow, shares: ReadonlyMap<number, number>, within: readonly number[]): RightsRow {
  const { id } = row.facts
  return shares.has(id) ? { ...row, facts: { ...row.facts, share: within.includes(id) ? 1 : 0 } } : row
}

/**
 * What may be known of a product's detectors, what the rules judge alike together: each firmware that is on one by its last update, found by looks
 * at an index, and each state without one.
 */
async function findKnown(db: Database, productId: number): Promise<(readonly [Known, ...Known[]])[]> {
  const found = rowsOf(
    await db.execute(sql`
      with recursive known as (
        (select firmware_id from detector_states where product_id = ${productId}::bigint order by firmware_id limit 1)
        union all
        select next.firmware_id from known cross join lateral (
          select firmware_id from detector_states where product_id = ${productId}::bigint and firmware_id > known.firmware_id
          order by firmware_id limit 1) as next
      ) select firmware_id from known`),
  ).map((row) => Number(row['firmware_id']))
  const { id, versionName, language } = firmwares
  const { isRecalled } = releases
  const its = await db
    .select({ id, versionName, language, isRecalled })
    .from(firmwares)
    .innerJoin(releases, eq(releases.id, firmwares.releaseId))
    .where(inArray(id, found))
  const known = its.map((installed): Known => ({ state: 'installed', installed }))
  const alike = Map.groupBy(known, ({ installed }) => JSON.stringify({ ...installed, id: 0 }))
  const together = [...alike.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]))
  return [...together, ...(['none', 'updating', 'unknown'] as const).map((state) => [{ state, installed: null }] as const)]
}

function subsets(ids: readonly number[]): number[][] {
  return ids.reduce<number[][]>((sets, id) => sets.flatMap((set) => [set, [...set, id]]), [[]])
}

/** The releases whose shares a detector is in, as contract/releaseShare.ts decides: their ids in the order of the map, with spaces between them. */
function sharesColumn(shares: ReadonlyMap<number, number>): SQL {
  const parts = [...shares].map(([id, share]) => {
    const hash = sql`encode(sha256(convert_to(${`${id}/`} || ${userProducts.serialNumber}, 'UTF8')), 'hex')`
    // Of 56 bits the first 53 count: as many as a double holds.
    const place = sql`((('x' || left(${hash}, 14))::bit(56)::bigint >> 3)::double precision / ${2 ** 53}::double precision)`
    return sql`case when ${place} < ${share}::double precision then ${String(id)}::text end`
  })
  return parts.length === 0 ? sql`''` : sql`concat_ws(' ', ${sql.join(parts, sql`, `)})`
}

/** The facts that change nothing are left out, one after the other. */
function conditionFor<Answer>(answer: Answer, judged: readonly Judged<Answer>[], columns: readonly SQL[]): SQL {
  let [kinds, facts] = [judged.map(({ values, answer: its }) => ({ values, is: its === answer })), columns]
  for (const column of columns) {
    const index = facts.indexOf(column)
    const rest = kinds.map(({ values, is }) => ({ values: values.toSpliced(index, 1), is }))
    const alike = Map.groupBy(rest, ({ values }) => values.join('/'))
    if ([...alike.values()].some((ones) => new Set(ones.map(({ is }) => is)).size > 1)) continue
    kinds = [...alike.values()].flatMap((ones) => ones.slice(0, 1))
    facts = facts.toSpliced(index, 1)
  }
  if (facts.length === 0) return sql`true`
  const text = sql`concat_ws('/', ${sql.join(
    facts.map((fact) => sql`(${fact})::text`),
    sql`, `,
  )})`
  return inArray(
    text,
    kinds.flatMap(({ values, is }) => (is ? [values.join('/')] : [])),
  )
}
