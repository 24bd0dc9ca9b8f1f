/** Staff need a second factor (STAFF_SECOND_FACTOR). Who has none yet can do little but add one. */
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../../contract/rules.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { secondFactors, users } from '../../db/tables.ts'

/**
 * SQL on `users`: whether staff have no factor. Nested, because drizzle takes the table's name off a column of the outer one where `users` is
 * selected alone: `id` would be the factor's.
 */
export const lacksFactor = sql<boolean>`${sql`(${users.role} <> 'ROLE_CUSTOMER'
  and not exists (select from ${secondFactors} where ${secondFactors.userId} = ${users.id}))`}`

/** Whether the caller must add one before anything else. */
export function isFactorDue(caller: { readonly lacksFactor: boolean }, { isStaffFactorRequired }: Config): boolean {
  return isStaffFactorRequired && caller.lacksFactor
}

export async function findFactorDue(db: Database, userId: number, config: Config): Promise<boolean> {
  const [row] = await db.select({ lacksFactor }).from(users).where(eq(users.id, userId))
  return row !== undefined && isFactorDue(row, config)
}

export function mustHaveFactor({ role }: { readonly role: Role }, { isStaffFactorRequired }: Config): boolean {
  return isStaffFactorRequired && role !== 'ROLE_CUSTOMER'
}
