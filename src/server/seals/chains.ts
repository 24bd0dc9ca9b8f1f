/** What each chain is of, as SQL. `e` is a row of the log, `s` its sealed entry. Knows no seal. */
import { type SQL, sql } from 'drizzle-orm'
import { refusalKinds } from '../../contract/securityLog.ts'
import type { Chain } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'

/** Of security events. Audit entries are kept for ever. */
export const keptDays = 180
export type KeptRows = { readonly refusals: number; readonly events: number }
/** Rows to keep. Until the next hourly cleanup there can be more. */
export const keptRowsMax: KeptRows = { refusals: 100_000, events: 900_000 }

/**
 * Within this time after its date a row is committed, can no longer grow and is sealed, while servers run: repeats are counted for an hour,
 * and no transaction takes two.
 */
export const lateMs = 3 * hourMs

type ChainParts = {
  readonly table: SQL
  /** Which of the table's rows. */
  readonly isOf: SQL
  readonly kind: SQL
  readonly date: SQL
  /** What the hash is over; people as they were when it was sealed. */
  readonly values: (people: { userId: SQL; actorId: SQL }) => SQL
  /** A row with a repeat key can still grow. */
  readonly isFinished: SQL
  /** People of a security event: their accounts can be deleted, and the row loses them. */
  readonly userId: SQL
  readonly actorId: SQL
}

const isRefusal = sql`e.kind = any(${sql.param([...refusalKinds])}::text[])`
const inMs = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::bigint`

const ofSecurityEvents = {
  table: sql`security_events`,
  kind: sql`e.kind`,
  date: sql`e.first_at`,
  values: ({ userId, actorId }) =>
    // Only an export has a tenth value, so that the hashes of all other events stay as they are.
    sql`jsonb_build_array(e.id, e.kind, ${userId}, ${actorId}, e.address, e.reason, e.count, ${inMs(sql`e.first_at`)}, ${inMs(sql`e.last_at`)})
      || case when e.export is null then '[]' else jsonb_build_array(e.export) end`,
  isFinished: sql`e.repeat_key is null`,
  userId: sql`e.user_id`,
  actorId: sql`e.actor_id`,
} as const satisfies Partial<ChainParts>

export const chainParts: Readonly<Record<Chain, ChainParts>> = {
  audit: {
    table: sql`audit_entries`,
    isOf: sql`true`,
    kind: sql`e.word`,
    date: sql`e.date`,
    values: () => sql`jsonb_build_array(e.id, e.word, e.record_id, e.action, e.user_id, ${inMs(sql`e.date`)}, e.before, e.after)`,
    isFinished: sql`true`,
    userId: sql`null::bigint`,
    actorId: sql`null::bigint`,
  },
  refusals: { ...ofSecurityEvents, isOf: isRefusal },
  events: { ...ofSecurityEvents, isOf: sql`not ${isRefusal}` },
}

/** SHA-256 in hexadecimal. A schema's own function of that name must not be taken for PostgreSQL's. */
export function hashOfValues(salt: SQL, values: SQL): SQL {
  return sql`encode(pg_catalog.sha256(uuid_send(${salt}) || convert_to(${values}::text, 'UTF8')), 'hex')`
}

/** SQL condition: no seal has the row. */
export function isUnsealed(chain: Chain): SQL {
  return sql`not exists (select from sealed_entries where chain = ${chain} and entry_id = e.id)`
}
