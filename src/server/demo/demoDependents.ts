/** Finds real records that depend on demo rows and so prevent their removal. Removes nothing. */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { markedIds } from './demoRows.ts'

/**
 * Each query returns one line per real record. Two cases do not count: a demo firmware for a real product or group, which must be removed
 * so that no real detector is offered it; and audit entries that a demo account wrote about a real record, which stay without the author's
 * name.
 */
const queries: readonly SQL[] = [
  sql`
    select 'The detector ' || serial_number || ' of ' || username || ' is a demo product, ' || name || '.' as line
    from user_products join users on users.id = user_id join products on products.id = product_id
    where user_id not in ${markedIds('user')} and product_id in ${markedIds('product')}`,
  sql`
    select distinct 'The detector ' || serial_number || ' of ' || username || ' was updated with a demo firmware, ' || version_name || ' ' || language || '.' as line
    from product_updates join user_products on user_products.id = user_product_id join users on users.id = user_id
      join firmwares on firmwares.id = firmware_id
    where user_id not in ${markedIds('user')} and firmware_id in ${markedIds('firmware')}`,
  sql`
    select 'The firmware ' || version_name || ' ' || language || ' is for a demo product, ' || name || '.' as line
    from firmware_products join firmwares on firmwares.id = firmware_id join products on products.id = product_id
    where firmware_id not in ${markedIds('firmware')} and product_id in ${markedIds('product')}`,
  sql`
    select 'The firmware ' || version_name || ' ' || language || ' is for a demo beta group, ' || name || '.' as line
    from firmware_beta_groups join firmwares on firmwares.id = firmware_id join beta_groups on beta_groups.id = beta_group_id
    where firmware_id not in ${markedIds('firmware')} and beta_group_id in ${markedIds('betaGroup')}`,
  sql`
    select 'The user ' || username || ' is in a demo beta group, ' || name || '.' as line
    from beta_group_users join users on users.id = user_id join beta_groups on beta_groups.id = beta_group_id
    where user_id not in ${markedIds('user')} and beta_group_id in ${markedIds('betaGroup')}`,
  sql`
    select 'A warranty of ' || username || ' was lengthened by a demo code, ' || code || '.' as line
    from warranty_codes join users on users.id = warranty_codes.user_id
    where users.id not in ${markedIds('user')} and warranty_codes.id in ${markedIds('warrantyCode')}`,
  sql`
    select 'The warranty code ' || code || ' was used by a demo account, ' || username || '.' as line
    from warranty_codes join users on users.id = warranty_codes.user_id
    where users.id in ${markedIds('user')} and warranty_codes.id not in ${markedIds('warrantyCode')}`,
]

/** One sentence for each real record that depends on a demo row. */
export async function findDemoDependents(db: Database): Promise<string[]> {
  const lines: string[] = []
  for (const query of queries) {
    const rows = rowsOf(await db.execute(sql`${query} order by line`))
    lines.push(...rows.map(({ line }) => String(line)))
  }
  return lines
}
