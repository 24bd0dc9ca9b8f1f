import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { products } from '../db/tables.ts'

export const product: HandlersOf<typeof contract.product> = {
  create({ body, once }) {
    return once(async (db) => {
      const [created] = await db.insert(products).values(body).onConflictDoNothing().returning({ id: products.id })
      if (created === undefined) throw new AppError('name.already.exists.error', { invalidField: 'name' })
      return created
    })
  },
}
