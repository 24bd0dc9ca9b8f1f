import { desc, eq } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import { listRowsMax } from '../../contract/rules.ts'
import type { HandlersOf } from '../call.ts'
import { auditEntries, users } from '../db/tables.ts'
import { isEntryOf } from '../records/auditTrail.ts'

export const audit: HandlersOf<typeof contract.audit> = {
  async getForRecord({ params, db }) {
    const rows = await db
      .select({ entry: auditEntries, by: { id: users.id, firstname: users.firstname, lastname: users.lastname } })
      .from(auditEntries)
      .leftJoin(users, eq(users.id, auditEntries.userId))
      .where(isEntryOf(params.entity, params.id))
      .orderBy(desc(auditEntries.id))
      .limit(listRowsMax)
    return rows.map(({ entry: { id, date, action, before, after }, by }) => ({
      id,
      date: date.toISOString(),
      action,
      before,
      after,
      by: by && { id: by.id, tostring: `${by.firstname} ${by.lastname}` },
    }))
  },
}
