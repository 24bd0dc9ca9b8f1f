import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { accessories, warrantyCodes } from '../../db/tables.ts'

/** The code that was claimed for a coil, to join laterally with `accessories`. */
export function claimedCode(db: Database) {
  return db
    .select({ code: warrantyCodes.code, usedAt: warrantyCodes.usedAt })
    .from(warrantyCodes)
    .where(eq(warrantyCodes.accessoryId, accessories.id))
    .orderBy(desc(warrantyCodes.usedAt))
    .limit(1)
    .as('claimed')
}
