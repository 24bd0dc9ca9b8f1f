/** Detector models by their name or their type number. */
import { hasOwnTypeId } from '../entities/catalogue.ts'
import type { Database } from '../db/connect.ts'
import { products } from '../db/tables.ts'

export type Product = { readonly id: number; readonly name: string; readonly typeId: number }

/** Finds none for a type number that two products share: the model is never guessed. */
export async function productFinder(db: Database): Promise<(written: string) => Product | undefined> {
  const { id, name, typeId } = products
  const known = await db.select({ id, name, typeId }).from(products).where(hasOwnTypeId(db))
  return (written) =>
    known.find((product) => product.name.toLowerCase() === written.toLowerCase()) ??
    known.find((product) => String(product.typeId) === written)
}

export const unknownProduct = 'no product has this name or type number, or several share the number'
