import { sql } from 'drizzle-orm'
import { products } from '../../db/tables.ts'
import { folded, foldedOrder, type SearchedText } from '../../records/foldText.ts'

export const searchedProduct: SearchedText = {
  text: folded(sql`' ' || ${products.name} || ' ' || ${products.typeName}`),
  name: foldedOrder(products.name),
}
