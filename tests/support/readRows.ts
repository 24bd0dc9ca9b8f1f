/** Counts the rows of each table that PostgreSQL reads for statements, from their executed plans. */
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

/** Settings that make PostgreSQL prefer any other plan to a sequential scan, even on short tables, and assume an SSD. */
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
