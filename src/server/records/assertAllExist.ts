import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'

/** Returns the ids without duplicates. Throws `resource.not.found` unless all of them are in the table and meet the condition. */
export async function assertAllExist(
  db: Database,
  table: PgTable & { readonly id: PgColumn },
  ids: readonly number[],
  condition?: SQL,
): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const found = await db.$count(table, and(inArray(table.id, wanted), condition))
  if (found !== wanted.length) throw new AppError('resource.not.found')
  return wanted
}
