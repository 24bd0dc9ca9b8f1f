import { and, asc, desc, eq, inArray, not, type SQL } from 'drizzle-orm'
import type { Accessory } from '../../contract/accessory.ts'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { accessories, userProducts } from '../db/tables.ts'
import { formatSerialNumber } from '../formatSerialNumber.ts'

export const accessory: HandlersOf<typeof contract.accessory> = {
  async getUserAccessoriesForUser({ user, db }) {
    return find(db, and(eq(accessories.userId, user.id), not(accessories.isDeleted)))
  },

  async createOrUpdate({ body, user, now, db }) {
    // A detector may name a coil in two slots; the last word counts.
    const listed = [...new Map(body.accessories.map((one) => [one.serialNumber, one])).values()]
    await mustOwn(
      db,
      user.id,
      listed.map(({ userProductId }) => userProductId),
    )
    return db.transaction(async (transaction) => {
      // In one order for everybody, so that two saves at once wait for each other instead of locking each other out.
      for (const one of listed.toSorted((a, b) => a.serialNumber.localeCompare(b.serialNumber))) {
        const told = { userProductId: one.userProductId, accessoryTypeId: one.accessoryTypeId, isDeleted: false }
        await transaction
          .insert(accessories)
          .values({ ...told, userId: user.id, serialNumber: one.serialNumber, name: formatSerialNumber(one.serialNumber), createdAt: now })
          .onConflictDoUpdate({ target: [accessories.userId, accessories.serialNumber], set: told })
      }
      const serialNumbers = listed.map(({ serialNumber }) => serialNumber)
      return find(transaction, and(eq(accessories.userId, user.id), inArray(accessories.serialNumber, serialNumbers)))
    })
  },
}

/** Throws `resource.not.found` unless all are the user's. */
async function mustOwn(db: Database, userId: number, userProductIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(userProductIds)]
  const isOwn = and(inArray(userProducts.id, wanted), eq(userProducts.userId, userId), not(userProducts.isDeleted))
  if ((await db.$count(userProducts, isOwn)) !== wanted.length) throw new AppError('resource.not.found')
}

/** By name, newest first among equals. */
async function find(db: Database, which: SQL | undefined): Promise<Accessory[]> {
  const rows = await db.select().from(accessories).where(which).orderBy(asc(accessories.name), desc(accessories.id)).limit(listRowsMax)
  return rows.map(answer)
}

function answer(row: typeof accessories.$inferSelect): Accessory {
  return {
    ...row,
    serialNumberFormatted: formatSerialNumber(row.serialNumber),
    purchaseDate: row.purchaseDate?.toISOString() ?? null,
    startWarrantyExtension: row.startWarrantyExtension?.toISOString() ?? null,
    endWarrantyExtension: row.endWarrantyExtension?.toISOString() ?? null,
  }
}
