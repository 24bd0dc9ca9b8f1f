/** The stored values of each editing form, for http/untouchedFields.ts. */
import { and, eq } from 'drizzle-orm'
import type { contract } from '../contract/contract.ts'
import { accessories, firmwares, products } from './db/tables.ts'
import { findPerson } from './entities/user/userRecord.ts'
import type { StoredForms } from './http/untouchedFields.ts'

export const storedForms: StoredForms<typeof contract> = {
  accessory: {
    async createOrUpdateUserAccessory({ db, user, body }) {
      const { coilSerial, purchaseDate } = accessories
      const isThis = and(eq(accessories.id, Number(body['accessoryId'] ?? 0)), eq(accessories.userId, user.id))
      const [row] = await db.select({ coilSerial, purchaseDate }).from(accessories).where(isThis)
      return {
        ...(row?.coilSerial && { coilSerial: row.coilSerial }),
        ...(row?.purchaseDate && { purchaseDate: row.purchaseDate.toISOString().slice(0, 'YYYY-MM-DD'.length) }),
      }
    },
  },

  firmware: {
    async update({ db, params }) {
      const { versionName, language, changeLog } = firmwares
      const [row] = await db.select({ versionName, language, changeLog }).from(firmwares).where(eq(firmwares.id, params.id))
      return row && { ...row, changeLog: row.changeLog ?? '' }
    },
  },

  product: {
    async update({ db, params }) {
      const { name, typeName, typeId } = products
      const [row] = await db.select({ name, typeName, typeId }).from(products).where(eq(products.id, params.id))
      return row
    },
  },

  user: {
    update: ({ db, params }) => findPerson(db, params.id),
    updateProfile: ({ db, user }) => findPerson(db, user.id),
  },
}
