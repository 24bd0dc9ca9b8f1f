/** Warranty codes of the demo: some imported, three batches, and customers who have claimed codes. */
import { and, asc, between, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { codeOfBytes, codeRandomLength } from '../../../contract/warrantyCodeFormat.ts'
import { warrantyExtension } from '../../../contract/warranty.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { accessories, users, warrantyCodeBatches, warrantyCodes } from '../../db/tables.ts'
import { addDays } from './days.ts'
import { demoAccounts } from './demoAccounts.ts'
import type { SeededRandom } from './seededRandom.ts'

/** Fixed codes in the older form, so that visitors of the demo have some to enter. */
const knownCodes = ['DEMO2026COIL00000001', 'DEMO2026COIL00000002', 'DEMO2026COIL00000003']

const batches = [
  { ageDays: 90, nbCode: 24, isGifted: false, nbUsed: 11, by: 'backoffice@example.com' },
  { ageDays: 45, nbCode: 12, isGifted: true, nbUsed: 5, by: 'marketing@example.com' },
  { ageDays: 6, nbCode: 24, isGifted: false, nbUsed: 0, by: 'marketing@example.com' },
] as const
type Batch = (typeof batches)[number]

export async function insertWarrantyCodes(db: Database, random: SeededRandom, now: Date): Promise<void> {
  await db.insert(warrantyCodes).values(knownCodes.map((code) => ({ code, createdAt: addDays(now, -120) })))
  for (const batch of batches) {
    const codes = await insertBatch(db, random, batch, now)
    await claimCodes(db, codes.slice(0, batch.nbUsed), addDays(now, -batch.ageDays))
  }
}

/** Returns the ids of its codes. */
async function insertBatch(db: Database, random: SeededRandom, { ageDays, nbCode, isGifted, by }: Batch, now: Date): Promise<number[]> {
  const createdAt = addDays(now, -ageDays)
  const { id: userId } = single(await db.select({ id: users.id }).from(users).where(eq(users.username, by)))
  const about = { nbCode, nbInserted: nbCode, isGifted, createdAt, userId }
  const { id: batchId } = single(await db.insert(warrantyCodeBatches).values(about).returning({ id: warrantyCodeBatches.id }))
  const codes = Array.from({ length: nbCode }, () => ({ code: seededCode(random), isGifted, createdAt, batchId }))
  return (await db.insert(warrantyCodes).values(codes).returning({ id: warrantyCodes.id })).map(({ id }) => id)
}

/** For coils that nobody has extended yet, one a day. The accounts that visitors use keep theirs. */
async function claimCodes(db: Database, codeIds: readonly number[], since: Date): Promise<void> {
  const names = demoAccounts.map(({ username }) => username)
  const visitors = db.select({ id: users.id }).from(users).where(inArray(users.username, names))
  const coils = await db
    .select()
    .from(accessories)
    .where(
      and(
        between(accessories.purchaseDate, addDays(since, -500), since),
        notInArray(accessories.userId, visitors),
        isNull(accessories.endWarrantyExtension),
      ),
    )
    .orderBy(asc(accessories.id))
    .limit(codeIds.length)
  for (const [index, { id, userId, purchaseDate }] of coils.entries()) {
    const codeId = codeIds[index]
    if (codeId === undefined || purchaseDate === null) continue
    const { start, end } = warrantyExtension(purchaseDate.toISOString())
    const [startDate, endDate] = [new Date(start), new Date(end)]
    await db
      .update(warrantyCodes)
      .set({ usedAt: addDays(since, 1 + index), userId, accessoryId: id, startDate, endDate })
      .where(eq(warrantyCodes.id, codeId))
    await db.update(accessories).set({ startWarrantyExtension: startDate, endWarrantyExtension: endDate }).where(eq(accessories.id, id))
  }
}

function seededCode(random: SeededRandom): string {
  return codeOfBytes(random.bytes(codeRandomLength)) ?? seededCode(random)
}
