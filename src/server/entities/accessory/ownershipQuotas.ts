/** How many rows of what a customer owns one account may keep, deleted ones included: they stay and come back (rules.ts). */
import { eq, inArray } from 'drizzle-orm'
import { accessoriesMax, productUpdatesMax, userProductsMax } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { accessories, productUpdates, userProducts } from '../../db/tables.ts'
import type { Quota } from '../../limits/quota.ts'

const refusal = () => new AppError('account.full.error')

export const userProductQuota: Quota = {
  max: userProductsMax,
  count: (db, userId) => db.$count(userProducts, eq(userProducts.userId, userId)),
  refusal,
}

export const accessoryQuota: Quota = {
  max: accessoriesMax,
  count: (db, userId) => db.$count(accessories, eq(accessories.userId, userId)),
  refusal,
}

export const productUpdateQuota: Quota = {
  max: productUpdatesMax,
  count(db, userId) {
    const own = db.select({ id: userProducts.id }).from(userProducts).where(eq(userProducts.userId, userId))
    return db.$count(productUpdates, inArray(productUpdates.userProductId, own))
  },
  refusal,
}
