/** The stored values of each editing form, for http/untouchedFields.ts. */
import { and, eq } from 'drizzle-orm'
import type { contract } from '../contract/contract.ts'
import { accessories, betaGroups, firmwares, news, products, rallyZones, userProducts } from './db/tables.ts'
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
        ...(row?.purchaseDate && { purchaseDate: dayOf(row.purchaseDate) }),
      }
    },
  },

  betaGroup: {
    async update({ db, params }) {
      const [row] = await db.select({ name: betaGroups.name }).from(betaGroups).where(eq(betaGroups.id, params.id))
      return row
    },
  },

  firmware: {
    async update({ db, params }) {
      const { versionName, language, changeLog } = firmwares
      const [row] = await db.select({ versionName, language, changeLog }).from(firmwares).where(eq(firmwares.id, params.id))
      return row && { ...row, changeLog: row.changeLog ?? '' }
    },
  },

  news: {
    async update({ db, params }) {
      const [row] = await db.select({ title: news.title, content: news.content }).from(news).where(eq(news.id, params.id))
      return row
    },
  },

  product: {
    async update({ db, params }) {
      const { name, typeName, typeId } = products
      const [row] = await db.select({ name, typeName, typeId }).from(products).where(eq(products.id, params.id))
      return row
    },
  },

  rallyZone: {
    async update({ db, params }) {
      const [row] = await db.select({ title: rallyZones.title }).from(rallyZones).where(eq(rallyZones.id, params.id))
      return row
    },
  },

  user: {
    update: ({ db, params }) => findPerson(db, params.id),
    updateProfile: ({ db, user }) => findPerson(db, user.id),
  },

  userProduct: {
    async registerPurchase({ db, user, params }) {
      const isThis = and(eq(userProducts.id, params.id), eq(userProducts.userId, user.id))
      const [row] = await db.select({ purchaseDate: userProducts.purchaseDate }).from(userProducts).where(isThis)
      return row?.purchaseDate ? { purchaseDate: dayOf(row.purchaseDate) } : undefined
    },
  },
}

/** "2026-11-21", as a form has it. */
function dayOf(purchaseDate: Date): string {
  return purchaseDate.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
