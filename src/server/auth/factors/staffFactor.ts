/** Staff need a second factor (STAFF_SECOND_FACTOR). Who has none yet can do little but add one, after a time if the portal was upgraded. */
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../../contract/rules.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { secondFactors, settings, users } from '../../db/tables.ts'
import type { SettingKey } from '../../db/tables/settingKeys.ts'

const graceSetting: SettingKey = 'staffFactorsFrom'

/**
 * SQL on `users`: since when or until when the lack of a factor is put up with, as ISO 8601; null for customers and those who have one. A
 * new installation gives no time. Nested, because drizzle takes the table's name off a column of the outer one where `users` is selected
 * alone: `id` would be the factor's.
 */
export const factorDueText = sql<string | null>`${sql`case
  when ${users.role} = 'ROLE_CUSTOMER' or exists (select from ${secondFactors} where ${secondFactors.userId} = ${users.id}) then null
  else coalesce((select ${settings.value} from ${settings} where ${settings.key} = ${sql.raw(`'${graceSetting}'`)}), '1970-01-01T00:00:00.000Z')
end`}`

/** When the caller's second factor is due; null if none is. */
export function factorDueAt(dueText: string | null, { isStaffFactorRequired }: Config): Date | null {
  return dueText === null || !isStaffFactorRequired ? null : new Date(dueText)
}

/** The seconds that are left, 0 if it is over; undefined if none is due. */
export async function findFactorDueSeconds(db: Database, userId: number, config: Config, now: Date): Promise<number | undefined> {
  if (!config.isStaffFactorRequired) return undefined
  const [row] = await db.select({ dueText: factorDueText }).from(users).where(eq(users.id, userId))
  const dueAt = factorDueAt(row?.dueText ?? null, config)
  return dueAt === null ? undefined : Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1000))
}

export function mustHaveFactor({ role }: { readonly role: Role }, { isStaffFactorRequired }: Config): boolean {
  return isStaffFactorRequired && role !== 'ROLE_CUSTOMER'
}
