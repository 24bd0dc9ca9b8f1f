/** The search of firmwares by version, language and product. */
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { firmwareProducts, firmwares, products } from '../../db/tables.ts'
import { containsWords, folded, foldedOrder, type SearchedText } from '../../records/foldText.ts'
import { searchedProduct } from '../product/productChoices.ts'

const ofFirmware: SearchedText = {
  text: folded(sql`' ' || ${firmwares.versionName} || ' ' || ${firmwares.language}`),
  name: foldedOrder(firmwares.versionName),
}

/** Conditions on `firmwares`. Each word occurs in the firmware or in one of its products, so that "ws6 5.2" finds version 5.2 for a WS6. */
export function searchFirmware(db: Database, typed: string): SQL[] {
  const inProduct = containsWords(searchedProduct, typed)
  return containsWords(ofFirmware, typed).map((inFirmware, index) => {
    // Not correlated: the few products are searched once, not once for each firmware.
    const ofProducts = db
      .select({ id: firmwareProducts.firmwareId })
      .from(firmwareProducts)
      .innerJoin(products, eq(products.id, firmwareProducts.productId))
      .where(and(not(products.isDeleted), inProduct[index]))
    return sql`(${or(inFirmware, inArray(firmwares.id, ofProducts))})`
  })
}
