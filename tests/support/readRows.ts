/** How many rows of which tables a PostgreSQL database reads to answer statements: from the plans it has carried out. */
import type { Database } from '../../src/server/db/connect.ts'
import { poolOf, type Statement } from './recordSql.ts'

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}
type Read = { readonly table: string; readonly how: string; readonly rows: number }

/** Where there is any other way than reading a table from end to end, PostgreSQL is told to take it, however short the table, and that its disk does not turn. */
export async function readRows(db: Database, statements: readonly Statement[]): Promise<Read[]> {
  const client = await poolOf(db).connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local random_page_cost = 1.1')
    const reads: Read[] = []
    for (const { text, params } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (analyze, format json) ${text}`, [...params])
      reads.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOf(Plan))))
    }
    return reads
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function readsOf(node: PlanNode): Read[] {
  const below = (node.Plans ?? []).flatMap(readsOf)
  const table = node['Relation Name']
  if (table === undefined) return below
  const passedOver = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const rows = (node['Actual Rows'] + passedOver) * node['Actual Loops']
  return [{ table, how: node['Node Type'], rows }, ...below]
}
