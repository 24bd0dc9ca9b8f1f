/** Reads accessories in the contract's shape. Does not check rights: `which` selects the rows. */
import { asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Accessory } from '../../../contract/accessory.ts'
import { accessoriesMax } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { accessories, files, proofChecks } from '../../db/tables.ts'
import { dayFormat } from '../../records/dayFormat.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { claimedCode } from './claimedCode.ts'
import { proofCheckOf } from './proofState.ts'
import { purchaseProofOf } from './purchaseProof.ts'

/** Staff see more than the owner: answers are cut to their schema. */
type FoundAccessory = Accessory & { readonly codeUsedAt: string | null }

/** By name, then newest first. */
export async function findAccessories(db: Database, which: SQL | undefined): Promise<FoundAccessory[]> {
  const claimed = claimedCode(db)
  const rows = await db
    .select({ row: accessories, proof: files, check: proofChecks, code: claimed.code, usedAt: claimed.usedAt })
    .from(accessories)
    .leftJoinLateral(claimed, sql`true`)
    .leftJoin(files, eq(files.id, accessories.purchaseProofFileId))
    .leftJoin(proofChecks, eq(proofChecks.fileId, files.id))
    .where(which)
    .orderBy(asc(accessories.name), desc(accessories.id))
    .limit(accessoriesMax)
  return rows.map(toResponse)
}

type Row = {
  readonly row: typeof accessories.$inferSelect
  readonly proof: typeof files.$inferSelect | null
  readonly check: typeof proofChecks.$inferSelect | null
  readonly code: string | null
  readonly usedAt: Date | null
}

function toResponse({ row, proof, check, code, usedAt }: Row): FoundAccessory {
  return {
    ...row,
    code,
    codeUsedAt: usedAt?.toISOString() ?? null,
    serialNumberFormatted: formatSerialNumber(row.serialNumber),
    purchaseDate: row.purchaseDate?.toISOString() ?? null,
    purchaseDateString: row.purchaseDate === null ? '' : dayFormat.format(row.purchaseDate),
    purchaseProof: purchaseProofOf(proof),
    proofCheck: proofCheckOf(check, row.purchaseDate),
    startWarrantyExtension: row.startWarrantyExtension?.toISOString() ?? null,
    endWarrantyExtension: row.endWarrantyExtension?.toISOString() ?? null,
  }
}
