/**
 * What a used code fixes of its coil: the purchase date and the printed serial number, once they are given, and with them the extension
 * (docs/security.md, 45). Knows no owner; the caller has locked the rows. `rows` are a coil and its deleted registrations.
 */
import { inArray } from 'drizzle-orm'
import { isInClaimWindow, warrantyExtension } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import type { accessories } from '../../db/tables.ts'
import { warrantyCodes } from '../../db/tables.ts'

export type Coil = typeof accessories.$inferSelect
export type Extension = Pick<Coil, 'startWarrantyExtension' | 'endWarrantyExtension'>
type Entered = { readonly coilSerial: string; readonly purchaseDate: Date }

const noExtension: Extension = { startWarrantyExtension: null, endWarrantyExtension: null }

/** When an owner enters a purchase. Throws `warranty.purchase.fixed.error` on a field that differs from what a used code has fixed. */
export async function extensionOfEntered(db: Database, rows: readonly Coil[], entered: Entered): Promise<Extension> {
  const claims = await findClaims(db, rows)
  const extended = rows.filter((row) => isExtended(row, claims))
  for (const row of extended) assertUnchanged(row, entered)
  const decided = extended.find(hasExtension) ?? extended.find(({ purchaseDate }) => purchaseDate !== null)
  if (decided !== undefined) {
    const { startWarrantyExtension, endWarrantyExtension } = decided
    return { startWarrantyExtension, endWarrantyExtension }
  }
  return isInWindow(claims, entered) ? extensionFrom(entered) : noExtension
}

/** When staff correct a purchase: outside the claim window there is an extension only if they confirm it. */
export async function extensionOfCorrected(
  db: Database,
  rows: readonly Coil[],
  { isExtensionConfirmed, ...corrected }: Entered & { readonly isExtensionConfirmed: boolean },
): Promise<Extension> {
  const claims = await findClaims(db, rows)
  if (!rows.some((row) => isExtended(row, claims))) return noExtension
  return isExtensionConfirmed || isInWindow(claims, corrected) ? extensionFrom(corrected) : noExtension
}

type Claim = Pick<typeof warrantyCodes.$inferSelect, 'accessoryId' | 'usedAt'>

async function findClaims(db: Database, rows: readonly Coil[]): Promise<readonly Claim[]> {
  const { accessoryId, usedAt } = warrantyCodes
  const ids = rows.map(({ id }) => id)
  return db.select({ accessoryId, usedAt }).from(warrantyCodes).where(inArray(accessoryId, ids))
}

function hasExtension({ endWarrantyExtension }: Coil): boolean {
  return endWarrantyExtension !== null
}

/** The extensions of some older rows have no code. */
function isExtended(row: Coil, claims: readonly Claim[]): boolean {
  return hasExtension(row) || claims.some(({ accessoryId }) => accessoryId === row.id)
}

function assertUnchanged(fixed: Coil, { coilSerial, purchaseDate }: Entered): void {
  if (fixed.coilSerial !== null && fixed.coilSerial !== coilSerial) throw isFixed('coilSerial')
  if (fixed.purchaseDate !== null && fixed.purchaseDate.getTime() !== purchaseDate.getTime()) throw isFixed('purchaseDate')
}

function isFixed(invalidField: keyof Entered): AppError {
  return new AppError('warranty.purchase.fixed.error', { invalidField })
}

function isInWindow(claims: readonly Claim[], { purchaseDate }: Entered): boolean {
  return claims.some(({ usedAt }) => usedAt !== null && isInClaimWindow(purchaseDate.toISOString(), usedAt))
}

function extensionFrom({ purchaseDate }: Entered): Extension {
  const { start, end } = warrantyExtension(purchaseDate.toISOString())
  return { startWarrantyExtension: new Date(start), endWarrantyExtension: new Date(end) }
}
