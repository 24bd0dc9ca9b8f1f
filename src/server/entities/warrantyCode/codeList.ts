/** Staff's list of warranty codes. A maker may have a million, so each search, sort and filter has an index (db/tables/warrantyCodes.ts). */
import { and, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { normalizeCode } from '../../../contract/warrantyCodeFormat.ts'
import type { WarrantyCodeRow } from '../../../contract/warrantyCode.ts'
import { searchedUser, userChoice } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { accessories, products, userProducts, users, warrantyCodeBatches, warrantyCodes } from '../../db/tables.ts'
import { containsWords } from '../../records/foldText.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import type { ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter } from '../../records/listFilters.ts'

export const codeList: ListSource<WarrantyCodeRow> = {
  table: warrantyCodes,
  searched: (db, typed) => (typed === '' ? [] : [isFound(db, typed)]),
  sorts: () => ({ startDateStr: warrantyCodes.startDate, endDateStr: warrantyCodes.endDate }),
  filters: () => [
    dateFilter('startDate', warrantyCodes.startDate),
    dateFilter('endDate', warrantyCodes.endDate),
    booleanFilter('used', sql`(${warrantyCodes.usedAt} is not null)`),
    booleanFilter('gifted', warrantyCodes.isGifted),
  ],
  async find(db, ids) {
    const rows = await db
      .select({
        code: warrantyCodes,
        recalledAt: warrantyCodeBatches.recalledAt,
        product: products.name,
        accessory: { id: accessories.id, name: accessories.name, serialNumber: accessories.serialNumber },
        user: { id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username },
      })
      .from(warrantyCodes)
      .leftJoin(warrantyCodeBatches, eq(warrantyCodeBatches.id, warrantyCodes.batchId))
      .leftJoin(users, eq(users.id, warrantyCodes.userId))
      .leftJoin(accessories, eq(accessories.id, warrantyCodes.accessoryId))
      .leftJoin(userProducts, eq(userProducts.id, accessories.userProductId))
      .leftJoin(products, eq(products.id, userProducts.productId))
      .where(inArray(warrantyCodes.id, [...ids]))
    return rows.map(({ code: { id, code, usedAt, isGifted, startDate, endDate }, recalledAt, product, accessory, user }) => ({
      id,
      code,
      used: usedAt !== null,
      isVoid: usedAt === null && recalledAt !== null,
      gifted: isGifted,
      product,
      serial: accessory && formatSerialNumber(accessory.serialNumber),
      startDateStr: startDate === null ? '' : dayFormat.format(startDate),
      endDateStr: endDate === null ? '' : dayFormat.format(endDate),
      startDate: startDate?.toISOString() ?? null,
      endDate: endDate?.toISOString() ?? null,
      user: userChoice(user),
      // The name is gone where the coil's owner has left.
      accessory: accessory && { id: accessory.id, tostring: accessory.name || formatSerialNumber(accessory.serialNumber) },
    }))
  },
}

/** fr-FR in both languages (specification, section 1). The days are stored in UTC. */
const dayFormat = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** The beginning of a code, part of a coil's serial number, both however they are spaced; or the words of a user's name. One index each. */
function isFound(db: Database, typed: string): SQL {
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(and(...containsWords(searchedUser, typed)))
  const isOfUser = sql`${warrantyCodes.userId} = any(array(${people}))`
  const part = normalizeCode(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)
  if (part === '') return isOfUser
  // No index finds one or two characters anywhere.
  const pattern = part.length <= 2 ? `${part}%` : `%${part}%`
  const coils = db
    .select({ id: accessories.id })
    .from(accessories)
    .where(or(like(accessories.serialNumber, pattern), like(accessories.coilSerial, pattern)))
  const hasCode = sql`${warrantyCodes.code} collate "C" like ${`${part}%`}`
  return sql`(${isOfUser} or ${hasCode} or ${warrantyCodes.accessoryId} = any(array(${coils})))`
}
