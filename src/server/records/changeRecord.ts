/** Creates, updates, deletes and restores admin records: row lock, version check, audit entry. Entities pass a `RecordKind`. */
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditedEntity } from '../../contract/audit.ts'
import { undoHours } from '../../contract/crud.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database, TransactionRunner } from '../db/connect.ts'
import { violatedConstraint } from '../db/violatedConstraint.ts'
import type { Guard, Orderer } from '../effects/evidence.ts'
import { hourMs } from '../limits/durations.ts'
import { restorableUntil, type Snapshot, versionOf, writeAudit } from './auditTrail.ts'
import type { ListTable } from './list.ts'
import { readSnapshot, type StoredField } from './storedFields.ts'

/** `Field`: an entity's `RecordField`, so that one that is forgotten or unknown does not compile. */
export type RecordKind<Field extends string = string> = {
  readonly entity: AuditedEntity
  readonly table: ListTable & { readonly isDeleted: PgColumn }
  /** Locks what stands above the record, before its own row: a whole whose parts change together. */
  readonly lockFirst?: (db: Database, id: number) => Promise<unknown>
  /** What the audit trail keeps of a record, and what its edit form holds (contract/recordFields.ts). */
  readonly fields: Readonly<Record<Field, StoredField>>
  /** The error for each unique index, by the index's name. */
  readonly unique?: Readonly<Record<string, { readonly code: ErrorCode; readonly invalidField: string }>>
  /** Rules that no unique index can enforce, because older rows may already violate them. */
  readonly clashes?: readonly Clash[]
  /** What a change of it can give to people. */
  readonly guards?: readonly Guard[]
}

type Clash = {
  readonly code: ErrorCode
  readonly invalidField: string
  /** A name for each record that this one clashes with. Clashes that existed before a change do not block it. */
  readonly find: (db: Database, id: number) => Promise<readonly string[]>
}

export type RecordCall = {
  readonly db: Database
  readonly user: Orderer
  readonly address: string
  readonly config: Pick<Config, 'releaseApprovers'>
  readonly now: Date
  readonly params: { readonly id: number }
}

/** Returns the response. Throws the error of a unique index that `insert` violates, or of one of `kind.clashes`. */
export async function createRecord(
  { user, config, now, runIdempotent }: Pick<RecordCall, 'user' | 'config' | 'now'> & { readonly runIdempotent: TransactionRunner },
  kind: RecordKind,
  insert: (db: Database) => Promise<{ id: number }>,
): Promise<{ id: number }> {
  return mapUniqueViolations(kind, () =>
    runIdempotent(async (db) => {
      const judge = await beginGuards(db, kind, { by: user, id: null, config, now })
      const { id } = await insert(db)
      await assertNoNewClash(db, kind, id, new Set())
      await judge(id)
      const after = await readSnapshot(db, kind, id)
      await writeAudit(db, { entity: kind.entity, recordId: id, action: 'create', userId: user.id, before: null, after }, now)
      return { id }
    }),
  )
}

/**
 * Throws `resource.not.found`, `record.deleted.error`, `changed.meanwhile.error` if `version` is outdated, the error of a unique index that
 * `change` violates, or that of a new clash.
 */
export async function changeRecord(
  { db, user, config, now, params: { id } }: RecordCall,
  kind: RecordKind,
  { action = 'update', version }: { action?: AuditAction; version?: number | undefined },
  change: (db: Database, before: Snapshot) => Promise<void>,
): Promise<{ id: number }> {
  return mapUniqueViolations(kind, () =>
    db.transaction(async (transaction) => {
      await kind.lockFirst?.(transaction, id)
      const isDeleted = await lockRow(transaction, kind, id)
      if (isDeleted !== (action === 'restore')) throw new AppError('record.deleted.error')
      if (version !== undefined && version !== (await versionOf(transaction, kind.entity, id)))
        throw new AppError('changed.meanwhile.error')
      const before = await readSnapshot(transaction, kind, id)
      const knownClashes = new Set(await findClashes(transaction, kind, id))
      const judge = await beginGuards(transaction, kind, { by: user, id, config, now })
      await change(transaction, before)
      await assertNoNewClash(transaction, kind, id, knownClashes)
      await judge(id)
      const after = await readSnapshot(transaction, kind, id)
      await writeAudit(transaction, { entity: kind.entity, recordId: id, action, userId: user.id, before, after }, now)
      return { id }
    }),
  )
}

type Ids = { readonly ids: readonly number[] }

/**
 * Changes other records of a kind together with the one that was asked for: an audit entry for each that differs afterwards. Throws the
 * error of a new clash of one of them. `user`: null for a job that does what was judged when it was ordered.
 */
export async function changeOthers(
  db: Database,
  kind: RecordKind,
  { now, ids, ...ordered }: (Pick<RecordCall, 'user' | 'config'> | { readonly user: null }) & Pick<RecordCall, 'now'> & Ids,
  change: () => Promise<void>,
): Promise<void> {
  const before = new Map<number, Snapshot>()
  const knownClashes = new Map<number, ReadonlySet<string>>()
  for (const id of ids) {
    before.set(id, await readSnapshot(db, kind, id))
    knownClashes.set(id, new Set(await findClashes(db, kind, id)))
  }
  const [first = null] = ids
  const judge = ordered.user === null ? null : await beginGuards(db, kind, { by: ordered.user, id: first, config: ordered.config, now })
  await change()
  for (const [id, known] of knownClashes) await assertNoNewClash(db, kind, id, known)
  if (first !== null) await judge?.(first)
  for (const [id, snapshot] of before) {
    const after = await readSnapshot(db, kind, id)
    if (isDeepStrictEqual(snapshot, after)) continue
    const entry = { entity: kind.entity, recordId: id, action: 'update', userId: ordered.user?.id ?? null } as const
    await writeAudit(db, { ...entry, before: snapshot, after }, now)
  }
}

type Hook<More extends readonly unknown[] = []> = (call: RecordCall, db: Database, ...more: More) => Promise<void>

/** The handlers of `removeCalls`. The hooks run in the same transaction, for further changes of the entity. */
export function removeHandlers(
  kind: RecordKind,
  { beforeRemove, afterRestore }: { beforeRemove?: Hook; afterRestore?: Hook<[deletedAt: Date]> } = {},
) {
  const setDeleted = (db: Database, id: number, isDeleted: boolean) => db.update(kind.table).set({ isDeleted }).where(eq(kind.table.id, id))
  return {
    remove: (call: RecordCall) =>
      changeRecord(call, kind, { action: 'delete' }, async (db) => {
        await beforeRemove?.(call, db)
        await setDeleted(db, call.params.id, true)
      }),
    restore: (call: RecordCall) =>
      changeRecord(call, kind, { action: 'restore' }, async (db) => {
        const until = await restorableUntil(db, kind.entity, call.params.id, call.now)
        if (until === null) throw new AppError('record.deleted.error')
        await setDeleted(db, call.params.id, false)
        await afterRestore?.(call, db, new Date(until.getTime() - undoHours * hourMs))
      }),
  }
}

/** What `shownRecord` in the contract needs besides the record's own fields. */
export async function findRecordMeta(db: Database, kind: RecordKind, { id, isDeleted }: { id: number; isDeleted: boolean }, now: Date) {
  const until = isDeleted ? await restorableUntil(db, kind.entity, id, now) : null
  return { version: await versionOf(db, kind.entity, id), restorableUntil: until?.toISOString() ?? null }
}

/** Runs `work` and turns the violation of a known unique index into the field's error code. */
export async function mapUniqueViolations<T>({ unique = {} }: RecordKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const meaning = unique[violatedConstraint(error) ?? '']
    if (meaning === undefined) throw error
    throw new AppError(meaning.code, { invalidField: meaning.invalidField, cause: error })
  }
}

/**
 * Call after the write. Concurrent writers of one kind wait here for each other, on any server, so that the later one sees what the earlier
 * one committed. No deadlock is possible: a writer that holds this lock has finished writing and waits for no other.
 */
async function assertNoNewClash(db: Database, kind: RecordKind, id: number, known: ReadonlySet<string>): Promise<void> {
  const { entity, clashes = [] } = kind
  if (clashes.length === 0) return
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`clashes of ${entity}`}, 0))`)
  const found = (await findClashes(db, kind, id)).find((one) => !known.has(one))
  const clash = clashes.find(({ code }) => found?.startsWith(`${code} `))
  if (clash !== undefined) throw new AppError(clash.code, { invalidField: clash.invalidField })
}

/** Each with the code of its rule before it. */
async function findClashes(db: Database, { clashes = [] }: RecordKind, id: number): Promise<string[]> {
  const found: string[] = []
  for (const { code, find } of clashes) for (const name of await find(db, id)) found.push(`${code} ${name}`)
  return found
}

async function beginGuards(db: Database, { guards = [] }: RecordKind, about: Parameters<Guard>[1]): Promise<(id: number) => Promise<void>> {
  const judges: Awaited<ReturnType<Guard>>[] = []
  for (const begin of guards) judges.push(await begin(db, about))
  return async (id) => {
    for (const judge of judges) await judge(id)
  }
}

/** Locks the row, so that concurrent changes wait. Returns whether the record is deleted. */
async function lockRow(db: Database, { table }: RecordKind, id: number): Promise<boolean> {
  const [held] = await db.select({ isDeleted: table.isDeleted }).from(table).where(eq(table.id, id)).for('update')
  if (held === undefined) throw new AppError('resource.not.found')
  return held.isDeleted === true
}
