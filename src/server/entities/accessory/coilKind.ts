import { eq } from 'drizzle-orm'
import { single } from '../../db/single.ts'
import type { Database } from '../../db/connect.ts'
import { accessories } from '../../db/tables.ts'
import type { OwnedKind } from '../../accounts/ownedRecord.ts'
import { lockCoilSerial } from './registerCoil.ts'

export const coilKind: OwnedKind = {
  table: accessories,
  deletion: { action: 'deleteCoil', event: 'coilDeleted' },
  restoration: { action: 'restoreCoil', event: 'coilRestored' },

  nameOf: async (db, id) => (await find(db, id)).name,

  async remove(db, id) {
    await db.update(accessories).set({ isDeleted: true }).where(eq(accessories.id, id))
    return []
  },

  /** Without its registration if somebody else has registered the coil meanwhile (registerCoil.ts). */
  async restore(db, id) {
    const { coilSerial } = await find(db, id)
    if (coilSerial !== null) await lockCoilSerial(db, coilSerial)
    await db.update(accessories).set({ isDeleted: false }).where(eq(accessories.id, id))
  },
}

async function find(db: Database, id: number) {
  return single(await db.select().from(accessories).where(eq(accessories.id, id)))
}
