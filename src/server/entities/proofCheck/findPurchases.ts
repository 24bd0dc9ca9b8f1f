/** The purchases behind proofs of purchase: what the maker checks. Does not check rights: `which` selects the rows. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { accessories, files, products, proofChecks, userProducts, users } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { claimedCode } from '../accessory/claimedCode.ts'
import { purchaseProofOf } from '../accessory/purchaseProof.ts'

/** One row for each checked proof of a coil or detector that is in its owner's list. */
export function selectPurchases(db: Database, which: SQL | undefined) {
  const claimed = claimedCode(db)
  return db
    .select({
      check: proofChecks,
      file: files,
      coil: accessories,
      detector: userProducts,
      productName: products.name,
      typeName: products.typeName,
      code: claimed.code,
      owner: users,
    })
    .from(proofChecks)
    .innerJoin(files, eq(files.id, proofChecks.fileId))
    .leftJoin(accessories, and(eq(accessories.purchaseProofFileId, files.id), not(accessories.isDeleted)))
    .leftJoin(userProducts, and(eq(userProducts.purchaseProofFileId, files.id), not(userProducts.isDeleted)))
    .leftJoin(products, eq(products.id, userProducts.productId))
    .leftJoinLateral(claimed, sql`true`)
    .innerJoin(users, and(eq(users.id, sql`coalesce(${accessories.userId}, ${userProducts.userId})`), not(users.isDeleted)))
    .where(which)
    .$dynamic()
}

export type Purchase = Awaited<ReturnType<typeof selectPurchases>>[number]

/** Locks its check until the transaction ends. Throws `resource.not.found`. */
export async function lockPurchase(db: Database, fileId: number): Promise<Purchase> {
  const [purchase] = await selectPurchases(db, eq(proofChecks.fileId, fileId)).for('update', { of: proofChecks })
  if (purchase === undefined) throw new AppError('resource.not.found')
  return purchase
}

/** For the owner's history and mails: "WS6 Master 0A 1B 2C 3D 4E", "Coil name · 11A00001". */
export function nameOfPurchase({ coil, detector, productName }: Purchase): string {
  if (detector !== null) return `${productName ?? ''} ${formatSerialNumber(detector.serialNumber)}`.trim()
  const { name = '', coilSerial = null } = coil ?? {}
  return coilSerial === null || coilSerial === name.replaceAll(' ', '') ? name : `${name} · ${coilSerial}`
}

/** What it is for the one who checks it. */
export function describePurchase(purchase: Purchase): WaitingProof {
  const { check, file, coil, detector, productName, code, owner } = purchase
  const owned = detector ?? coil
  const proof = purchaseProofOf(file)
  if (owned === null || proof === null) throw new Error(`proof ${check.fileId} belongs to nothing`)
  return {
    id: check.fileId,
    submittedAt: check.submittedAt.toISOString(),
    kind: detector === null ? 'coil' : 'detector',
    name: productName ?? coil?.name ?? '',
    serialNumber: detector === null ? (coil?.coilSerial ?? null) : formatSerialNumber(detector.serialNumber),
    purchaseDate: owned.purchaseDate?.toISOString() ?? null,
    createdAt: owned.createdAt.toISOString(),
    purchaseProof: proof,
    code,
    owner: { id: owner.id, tostring: `${owner.firstname} ${owner.lastname}`.trim() || owner.username },
    country: owner.country,
  }
}
