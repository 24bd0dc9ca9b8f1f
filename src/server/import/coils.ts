/** Coils as their owners registered them: serial number and purchase date. A coil has one owner at a time. */
import { and, count, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { coilSerial, coilTypeId } from '../../contract/accessory.ts'
import { username } from '../../contract/fields.ts'
import { accessoriesMax } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { accessories, userProducts, users, warrantyCodes } from '../db/tables.ts'
import { saveCoilPurchase, takeOver } from '../entities/accessory/coilPurchase.ts'
import { formatSerialNumber } from '../records/formatSerialNumber.ts'
import { dayOf, detectorSerial, pastDay } from './columns.ts'
import { added, type Batch, compare, completed, importKind, type Outcome, present, wrong } from './importKind.ts'
import { findOwners, idsOf } from './owners.ts'
import type { Facts } from './plannedRecords.ts'
import { problem } from './problems.ts'

const entries = {
  username,
  coilSerial,
  purchaseDate: pastDay,
  /** The serial number of the owner's detector that it belongs to. */
  detector: v.optional(detectorSerial),
}
type Line = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>
type Coil = typeof accessories.$inferSelect

export const coils = importKind({
  name: 'coils',
  batchLines: 500,
  entries,
  async save(batch, rows) {
    const { db, planned, isDryRun, now } = batch
    const serials = [...new Set(rows.map((row) => row.coilSerial))]
    if (!isDryRun) await lockCoilSerials(db, serials)
    const ownerOf = await findOwners(
      batch,
      rows.map((row) => row.username),
    )
    const ownerIds = idsOf(rows.map((row) => ownerOf(row.username)))
    const { registered, listed } = await findStored(db, ownerIds, serials)
    const known = new Map([...registered, ...(await planned.find('coil', serials))])
    const detectorOf = await detectorFinder(batch, ownerIds, rows)
    const counts = await countCoils(db, ownerIds)
    const extended = await findExtendedFormer(db, serials)
    const fresh: (typeof accessories.$inferInsert)[] = []

    const decide = async (row: Line): Promise<Outcome> => {
      const owner = ownerOf(row.username)
      if (owner.problem !== undefined) return wrong(owner.problem)
      const facts = { username: row.username, purchaseDate: dayOf(row.purchaseDate) }
      const before = known.get(row.coilSerial)
      if (before !== undefined)
        return before['username'] === row.username ? compare(facts, before) : wrong(problem('coilSerial', 'serial.number.already.exists'))
      const own = listed.get(`${owner.id} ${row.coilSerial}`)
      // Its owner has deleted it; registering it again brings it back.
      if (own?.isDeleted === true) return present
      // Its owner has corrected the serial number since.
      if (own !== undefined && own.coilSerial !== null) return { state: 'differs', columns: ['coilSerial'] }
      if (extended.has(row.coilSerial)) return wrong(problem('coilSerial', 'warranty.purchase.fixed.error'))
      const detector = row.detector === undefined ? null : detectorOf(row.username, owner.id, row.detector)
      if (detector === undefined) return wrong(problem('detector', 'the customer has no detector with this serial number'))
      if (own === undefined) {
        const owned = counts.get(owner.id) ?? 0
        if (owner.id !== null && owned >= accessoriesMax) return wrong(problem('username', 'account.full.error'))
        counts.set(owner.id, owned + 1)
      }
      known.set(row.coilSerial, facts)
      if (isDryRun || owner.id === null) return own === undefined ? added : completed
      const { coilSerial: serialNumber, purchaseDate } = row
      if (own !== undefined) {
        const purchase = { purchaseDate, insertProof: undefined, now }
        await saveCoilPurchase(db, own.id, { userId: owner.id, coilSerial: serialNumber, purchase, now })
        return completed
      }
      const named = { serialNumber, coilSerial: serialNumber, name: formatSerialNumber(serialNumber), accessoryTypeId: coilTypeId }
      fresh.push({ ...named, userId: owner.id, userProductId: detector, purchaseDate, createdAt: now })
      return added
    }

    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await decide(row))
    if (isDryRun) await planned.add('coil', known)
    else await insert(db, fresh)
    return outcomes
  },
})

/** As everybody does who registers a coil (entities/accessory/coilPurchase.ts), but all at once and in a fixed order. */
async function lockCoilSerials(db: Database, serials: readonly string[]): Promise<void> {
  await db.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('coil ' || serial, 0) as key
      from jsonb_array_elements_text(${JSON.stringify(serials)}::jsonb) as serial order by key
    ) as keys`)
}

/** Registered coils by serial number, of any owner; other coils of these owners that have it as their reported one. */
async function findStored(db: Database, ownerIds: readonly number[], serials: readonly string[]) {
  const isOwn = and(inArray(accessories.userId, [...ownerIds]), inArray(accessories.serialNumber, [...serials]))
  const rows = await db
    .select({ coil: accessories, username: users.username })
    .from(accessories)
    .innerJoin(users, eq(users.id, accessories.userId))
    .where(or(and(inArray(accessories.coilSerial, [...serials]), not(accessories.isDeleted)), isOwn))
  const registered = new Map<string, Facts>()
  const listed = new Map<string, Coil>()
  for (const { coil, username: owner } of rows) {
    if (coil.coilSerial !== null && !coil.isDeleted)
      registered.set(coil.coilSerial, { username: owner, purchaseDate: dayOf(coil.purchaseDate) })
    listed.set(`${coil.userId} ${coil.serialNumber}`, coil)
  }
  return { registered, listed }
}

/** Serial numbers that a used code has fixed on coils that their owners have deleted. */
async function findExtendedFormer(db: Database, serials: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectDistinct({ coilSerial: accessories.coilSerial })
    .from(accessories)
    .leftJoin(warrantyCodes, eq(warrantyCodes.accessoryId, accessories.id))
    .where(
      and(
        inArray(accessories.coilSerial, [...serials]),
        accessories.isDeleted,
        or(isNotNull(warrantyCodes.id), isNotNull(accessories.endWarrantyExtension)),
      ),
    )
  return new Set(rows.map(({ coilSerial: serial }) => serial))
}

/** Finds the id of an owner's detector; null if this dry run would add it. */
async function detectorFinder({ db, planned }: Batch, ownerIds: readonly number[], rows: readonly Line[]) {
  const named = rows.flatMap(({ username: owner, detector }) => (detector === undefined ? [] : [{ owner, detector }]))
  if (named.length === 0) return () => undefined
  const serials = named.map(({ detector }) => detector)
  const found = await db
    .select({ id: userProducts.id, userId: userProducts.userId, serialNumber: userProducts.serialNumber })
    .from(userProducts)
    .where(and(inArray(userProducts.userId, [...ownerIds]), inArray(userProducts.serialNumber, serials), not(userProducts.isDeleted)))
  const stored = new Map(found.map(({ id, userId, serialNumber }) => [`${userId} ${serialNumber}`, id]))
  const toBeAdded = await planned.find(
    'detector',
    named.map(({ owner, detector }) => `${owner} ${detector}`),
  )
  return (owner: string, ownerId: number | null, serial: string): number | null | undefined =>
    stored.get(`${ownerId} ${serial}`) ?? (toBeAdded.has(`${owner} ${serial}`) ? null : undefined)
}

async function countCoils(db: Database, ownerIds: readonly number[]): Promise<Map<number | null, number>> {
  const rows = await db
    .select({ userId: accessories.userId, owned: count() })
    .from(accessories)
    .where(inArray(accessories.userId, [...ownerIds]))
    .groupBy(accessories.userId)
  return new Map(rows.map(({ userId, owned }) => [userId, owned]))
}

async function insert(db: Database, fresh: readonly (typeof accessories.$inferInsert)[]): Promise<void> {
  if (fresh.length === 0) return
  const made = await db
    .insert(accessories)
    .values([...fresh])
    .onConflictDoNothing()
    .returning({ id: accessories.id, coilSerial: accessories.coilSerial })
  const idOf = new Map(made.map(({ id, coilSerial: serial }) => [serial, id]))
  const isFormer = and(
    inArray(
      accessories.coilSerial,
      fresh.map(({ serialNumber }) => serialNumber),
    ),
    accessories.isDeleted,
  )
  const former = await db.selectDistinct({ coilSerial: accessories.coilSerial }).from(accessories).where(isFormer)
  for (const { coilSerial: serial } of former) {
    const id = idOf.get(serial)
    if (serial !== null && id !== undefined) await takeOver(db, serial, id)
  }
}
