/** Warranty codes, unused or with the coil that they extend. */
import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { coilSerial } from '../../contract/accessory.ts'
import { username } from '../../contract/fields.ts'
import { claimRefusal, warrantyExtension } from '../../contract/warranty.ts'
import { warrantyCodeText } from '../../contract/warrantyCode.ts'
import type { Database } from '../db/connect.ts'
import { accessories, users, warrantyCodes as table } from '../db/tables.ts'
import { dayOf, pastDay, yesOrNo } from './columns.ts'
import { added, type Batch, compare, completed, importKind, type Outcome, wrong } from './importKind.ts'
import type { Facts } from './plannedRecords.ts'
import { type Problem, problem } from './problems.ts'

const entries = {
  code: warrantyCodeText,
  gifted: yesOrNo('no'),
  createdAt: v.optional(pastDay),
  usedAt: v.optional(pastDay),
  /** Whose coil it extends. Neither is needed where the maker knows only that it was used. */
  username: v.optional(username),
  coilSerial: v.optional(coilSerial),
}
type Line = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>
/** `id` is null if this dry run would add the coil. */
type Coil = { readonly id: number | null; userId: number | null; username: string; purchaseDate: string | null; isExtended: boolean }
type Use = { readonly usedAt: Date; readonly coil: Coil | null }
type NewCode = typeof table.$inferInsert

export const warrantyCodes = importKind({
  name: 'warrantyCodes',
  batchLines: 500,
  entries,
  async save(batch, rows) {
    const { db, planned, isDryRun, now } = batch
    const codes = [...new Set(rows.map(({ code }) => code))]
    const coils = await findCoils(batch, rows)
    const known = new Map([...(await findStored(db, codes)), ...(await planned.find('code', codes))])
    const fresh = new Map<string, NewCode>()
    const claimed: NewCode[] = []

    const decide = (row: Line): Outcome => {
      const facts = factsOf(row)
      const before = known.get(row.code)
      const isUnusedThere = before !== undefined && before['usedAt'] === null && row.usedAt !== undefined
      if (before !== undefined && !isUnusedThere) return compare(facts, before)
      const use = readUse(row, coils)
      if (use !== undefined && 'words' in use) return wrong(use)
      if (use?.coil) use.coil.isExtended = true
      known.set(row.code, { ...before, ...facts })
      const values = { code: row.code, isGifted: row.gifted, createdAt: row.createdAt ?? now, ...columnsOf(use) }
      if (before !== undefined && !fresh.has(row.code)) claimed.push(values)
      else fresh.set(row.code, values)
      return before === undefined ? added : completed
    }

    const outcomes = rows.map(decide)
    if (isDryRun) {
      await planned.add('code', known)
      const extended = rows.flatMap(({ coilSerial: serial, username: owner }) =>
        serial !== undefined && coils.get(serial)?.isExtended === true ? [[serial, { username: owner ?? null }] as const] : [],
      )
      await planned.add('extendedCoil', new Map(extended))
    } else await write(db, [...fresh.values()], claimed)
    return outcomes
  },
})

function readUse(row: Line, coils: ReadonlyMap<string, Coil>): Use | Problem | undefined {
  const { usedAt, username: owner, coilSerial: serial } = row
  if (usedAt === undefined) {
    const given = owner !== undefined ? 'username' : serial !== undefined ? 'coilSerial' : undefined
    return given === undefined ? undefined : problem('usedAt', `the day of its use is missing, though ${given} is given`)
  }
  if (serial === undefined)
    return owner === undefined ? { usedAt, coil: null } : problem('coilSerial', 'the coil is missing that it was used for')
  if (owner === undefined) return problem('username', 'the customer is missing who used it')
  const coil = coils.get(serial)
  if (coil?.username !== owner) return problem('coilSerial', 'this customer has not registered such a coil')
  const { purchaseDate, isExtended } = coil
  const refusal = claimRefusal(
    { purchaseDate, startWarrantyExtension: null, endWarrantyExtension: null, code: isExtended ? row.code : null },
    usedAt,
  )
  return refusal === null ? { usedAt, coil } : problem('coilSerial', refusal)
}

function columnsOf(use: Use | undefined) {
  if (use === undefined) return {}
  const period = use.coil === null || use.coil.purchaseDate === null ? null : warrantyExtension(use.coil.purchaseDate)
  const [startDate, endDate] = period === null ? [null, null] : [new Date(period.start), new Date(period.end)]
  return { usedAt: use.usedAt, userId: use.coil?.userId ?? null, accessoryId: use.coil?.id ?? null, startDate, endDate }
}

/** Registered coils by their serial number, locked as for a claim. */
async function findCoils({ db, planned, isDryRun }: Batch, rows: readonly Line[]): Promise<Map<string, Coil>> {
  const serials = [...new Set(rows.flatMap(({ coilSerial: serial }) => (serial === undefined ? [] : [serial])))]
  if (serials.length === 0) return new Map()
  const isWanted = and(inArray(accessories.coilSerial, serials), not(accessories.isDeleted))
  if (!isDryRun) await db.select({ id: accessories.id }).from(accessories).where(isWanted).orderBy(asc(accessories.id)).for('update')
  const code = db.select({ id: table.accessoryId }).from(table).where(eq(table.accessoryId, accessories.id))
  const stored = await db
    .select({ coil: accessories, username: users.username, hasCode: sql<boolean>`exists (${code})` })
    .from(accessories)
    .innerJoin(users, eq(users.id, accessories.userId))
    .where(isWanted)
  const extended = await planned.find('extendedCoil', serials)
  const coils = new Map<string, Coil>()
  for (const [serial, { username: owner, purchaseDate }] of await planned.find('coil', serials))
    coils.set(serial, {
      id: null,
      userId: null,
      username: owner ?? '',
      purchaseDate: midnightOf(purchaseDate),
      isExtended: extended.has(serial),
    })
  for (const { coil, username: owner, hasCode } of stored) {
    const serial = coil.coilSerial ?? ''
    const isExtended = hasCode || coil.endWarrantyExtension !== null || extended.has(serial)
    coils.set(serial, {
      id: coil.id,
      userId: coil.userId,
      username: owner,
      purchaseDate: coil.purchaseDate?.toISOString() ?? null,
      isExtended,
    })
  }
  return coils
}

function midnightOf(day: string | null | undefined): string | null {
  return typeof day === 'string' ? `${day}T00:00:00.000Z` : null
}

async function findStored(db: Database, codes: readonly string[]): Promise<Map<string, Facts>> {
  const rows = await db
    .select({ row: table, coilSerial: accessories.coilSerial })
    .from(table)
    .leftJoin(accessories, eq(accessories.id, table.accessoryId))
    .where(inArray(table.code, [...codes]))
  return new Map(
    rows.map(({ row, coilSerial: serial }) => [row.code, { gifted: String(row.isGifted), usedAt: dayOf(row.usedAt), coilSerial: serial }]),
  )
}

function factsOf({ gifted, usedAt, coilSerial: serial }: Line): Facts {
  return { gifted: String(gifted), usedAt: dayOf(usedAt), coilSerial: serial ?? null }
}

async function write(db: Database, fresh: readonly NewCode[], claimed: readonly NewCode[]): Promise<void> {
  if (fresh.length > 0)
    await db
      .insert(table)
      .values([...fresh])
      .onConflictDoNothing()
  for (const { code, usedAt, userId, accessoryId, startDate, endDate } of claimed)
    await db
      .update(table)
      .set({ usedAt, userId, accessoryId, startDate, endDate })
      .where(and(eq(table.code, code), isNull(table.usedAt)))
  const extensions = [...fresh, ...claimed].flatMap(({ accessoryId, startDate, endDate }) =>
    typeof accessoryId === 'number' && startDate instanceof Date ? [{ id: accessoryId, start: startDate, end: endDate }] : [],
  )
  if (extensions.length === 0) return
  await db.execute(sql`
    update accessories set start_warranty_extension = extension.start, end_warranty_extension = extension."end"
    from jsonb_to_recordset(${JSON.stringify(extensions)}::jsonb) as extension (id bigint, start timestamptz, "end" timestamptz)
    where accessories.id = extension.id`)
}
