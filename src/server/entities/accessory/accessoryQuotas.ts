/** Limits per account: coils, purchase proofs, total size of proofs (contract/rules.ts). Deleted coils count: they can come back. */
import { and, count, eq, inArray, isNotNull, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { accessoriesMax, purchaseProofFilesMax, purchaseProofsMaxBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { accessories, files, userProducts } from '../../db/tables.ts'
import type { Quota } from '../../limits/quota.ts'

export const accessoryQuota: Quota = {
  max: accessoriesMax,
  count: (db, userId) => db.$count(accessories, eq(accessories.userId, userId)),
  refusal: () => new AppError('account.full.error'),
}

const refusal = () => new AppError('purchase.proof.quota.error', { invalidField: 'purchaseProofFile' })

/** Proofs of deleted coils and detectors count too, because a coil returns with its proof when a detector reports it. */
export const purchaseProofQuotas: readonly Quota[] = [
  { max: purchaseProofFilesMax, count: async (db, userId) => (await measure(db, userId)).files, makeRoom: deleteProofsOfDeleted, refusal },
  { max: purchaseProofsMaxBytes, count: async (db, userId) => (await measure(db, userId)).bytes, makeRoom: deleteProofsOfDeleted, refusal },
]

async function measure(db: Database, userId: number): Promise<{ files: number; bytes: number }> {
  const isOwn = inArray(files.id, proofsOf(db, userId, {}))
  const [row] = await db
    .select({ files: count(), bytes: sum(files.sizeBytes).mapWith(Number) })
    .from(files)
    .where(isOwn)
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}

/** The bytes are removed by jobs/removeOrphans.ts. */
async function deleteProofsOfDeleted(db: Database, userId: number): Promise<void> {
  await db.delete(files).where(inArray(files.id, proofsOf(db, userId, { isDeleted: true })))
}

function proofsOf(db: Database, userId: number, { isDeleted }: { isDeleted?: true }) {
  const of = (table: typeof accessories | typeof userProducts) =>
    db
      .select({ id: table.purchaseProofFileId })
      .from(table)
      .where(and(eq(table.userId, userId), isNotNull(table.purchaseProofFileId), isDeleted && eq(table.isDeleted, true)))
  return unionAll(of(accessories), of(userProducts))
}
