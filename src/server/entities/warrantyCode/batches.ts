/** Batches of codes: written down at once, then filled in short steps, so that nobody waits for 50,000 rows. */
import { randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { listRowsMax } from '../../../contract/rules.ts'
import type { CodeBatch } from '../../../contract/warrantyCode.ts'
import { codeOfBytes, codeRandomLength } from '../../../contract/warrantyCodeFormat.ts'
import { AppError } from '../../../errors.ts'
import { userChoice } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { users, warrantyCodeBatches, warrantyCodes } from '../../db/tables.ts'
import { writeAudit } from '../../records/auditTrail.ts'

/** The embedded database keeps everybody else waiting for some ten milliseconds meanwhile. */
const codesAtOnce = 100

type NewBatch = { readonly nbCode: number; readonly isGifted: boolean; readonly userId: number; readonly now: Date }

/** Returns its id. It has no codes yet. */
export async function createBatch(db: Database, { nbCode, isGifted, userId, now }: NewBatch): Promise<{ id: number }> {
  const { id } = single(
    await db.insert(warrantyCodeBatches).values({ nbCode, isGifted, userId, createdAt: now }).returning({ id: warrantyCodeBatches.id }),
  )
  const after = { nbCode, isGifted }
  await writeAudit(db, { entity: 'warrantyCodeBatch', recordId: id, action: 'create', userId, before: null, after }, now)
  return { id }
}

/**
 * Adds the codes that a batch still lacks: all of a new one, the rest where a server was stopped half-way. Safe to run several times at
 * once. Throws `resource.not.found`.
 */
export async function fillBatch(db: Database, id: number): Promise<typeof warrantyCodeBatches.$inferSelect> {
  for (;;) {
    const batch = await addCodes(db, id)
    if (batch.nbInserted === batch.nbCode) return batch
  }
}

/** A new code from the system's random generator: 85 bits, or 84.8 without the codes that cannot be checked. */
function newCode(): string {
  return codeOfBytes(randomBytes(codeRandomLength)) ?? newCode()
}

/** Adds some of the missing codes, and returns the batch as it was before. */
async function addCodes(db: Database, id: number) {
  const isThis = eq(warrantyCodeBatches.id, id)
  return db.transaction(async (transaction) => {
    const [batch] = await transaction.select().from(warrantyCodeBatches).where(isThis).for('update')
    if (batch === undefined) throw new AppError('resource.not.found')
    const { nbCode, nbInserted, isGifted, createdAt } = batch
    if (nbInserted === nbCode) return batch
    const codes = Array.from({ length: Math.min(nbCode - nbInserted, codesAtOnce) }, newCode)
    const inserted = await transaction
      .insert(warrantyCodes)
      .values(codes.map((code) => ({ code, isGifted, createdAt, batchId: id })))
      // A code that is there already, which is as likely as guessing one, is replaced in the next step.
      .onConflictDoNothing()
      .returning({ id: warrantyCodes.id })
    await transaction
      .update(warrantyCodeBatches)
      .set({ nbInserted: nbInserted + inserted.length })
      .where(isThis)
    return batch
  })
}

/** The codes of a batch in the order of their creation, page by page. */
export async function* readBatch(db: Database, batchId: number): AsyncGenerator<readonly { code: string; isGifted: boolean }[]> {
  let after = 0
  for (;;) {
    const page = await db
      .select({ id: warrantyCodes.id, code: warrantyCodes.code, isGifted: warrantyCodes.isGifted })
      .from(warrantyCodes)
      .where(and(eq(warrantyCodes.batchId, batchId), gt(warrantyCodes.id, after)))
      .orderBy(asc(warrantyCodes.id))
      .limit(listRowsMax)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.id
  }
}

/** The latest batches, newest first. */
export async function findBatches(db: Database): Promise<CodeBatch[]> {
  const recaller = alias(users, 'recaller')
  const used = db
    .select({ used: count() })
    .from(warrantyCodes)
    .where(and(eq(warrantyCodes.batchId, warrantyCodeBatches.id), isNotNull(warrantyCodes.usedAt)))
  const rows = await db
    .select({
      id: warrantyCodeBatches.id,
      createdAt: warrantyCodeBatches.createdAt,
      nbCode: warrantyCodeBatches.nbCode,
      isGifted: warrantyCodeBatches.isGifted,
      nbUsed: sql<number>`(${used})`.mapWith(Number),
      user: { id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username },
      note: warrantyCodeBatches.note,
      recalledAt: warrantyCodeBatches.recalledAt,
      recallReason: warrantyCodeBatches.recallReason,
      by: { id: recaller.id, firstname: recaller.firstname, lastname: recaller.lastname, username: recaller.username },
    })
    .from(warrantyCodeBatches)
    .leftJoin(users, eq(users.id, warrantyCodeBatches.userId))
    .leftJoin(recaller, eq(recaller.id, warrantyCodeBatches.recalledById))
    .orderBy(desc(warrantyCodeBatches.id))
    .limit(listRowsMax)
  return rows.map(({ recalledAt, recallReason, by, ...row }) =>
    Object.assign(row, {
      createdAt: row.createdAt.toISOString(),
      user: userChoice(row.user),
      recall: recalledAt && { at: recalledAt.toISOString(), by: userChoice(by), reason: recallReason ?? '' },
    }),
  )
}
