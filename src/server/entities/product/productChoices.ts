import { not, sql } from 'drizzle-orm'
import type { Choice } from '../../../contract/crud.ts'
import type { Database } from '../../db/connect.ts'
import { products } from '../../db/tables.ts'
import { folded, foldedOrder, type SearchedText } from '../../records/foldText.ts'

export const searchedProduct: SearchedText = {
  text: folded(sql`' ' || ${products.name} || ' ' || ${products.typeName}`),
  name: foldedOrder(products.name),
}

/** All products to choose from in forms and filters, by name. */
export async function findProductChoices(db: Database): Promise<Choice[]> {
  return db
    .select({ id: products.id, tostring: products.name })
    .from(products)
    .where(not(products.isDeleted))
    .orderBy(foldedOrder(products.name))
}
