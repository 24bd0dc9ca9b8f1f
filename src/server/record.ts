/**
 * Changing a record of staff's: held while it is changed, refused where it is deleted or somebody else was quicker, written down in the
 * audit trail. Knows no entity: each describes itself as a `RecordKind`.
 */
import { and, eq } from 'drizzle-orm'
import type { AuditAction, AuditedWord } from '../contract/audit.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { restorableUntil, type Snapshot, versionOf, writeAudit } from './auditTrail.ts'
import type { Caller, Once } from './call.ts'
import type { Database } from './db/connect.ts'
import type { ListTable } from './db/list.ts'
import { violatedConstraint } from './db/violatedConstraint.ts'

export type RecordKind = {
  readonly word: AuditedWord
  readonly table: ListTable
  /** What the audit trail keeps of a record: the fields of its form. */
  readonly snapshot: (db: Database, id: number) => Promise<Snapshot>
  /** What a broken unique index means, by its name. */
  readonly unique?: Readonly<Record<string, { readonly code: ErrorCode; readonly invalidField: string }>>
}

type RecordCall = { readonly db: Database; readonly user: Caller; readonly now: Date; readonly params: { readonly id: number } }

/** Gives the call's answer. Throws what `kind.unique` says of an index that `insert` broke. */
export async function createRecord(
  { user, now, once }: Pick<RecordCall, 'user' | 'now'> & { readonly once: Once },
  kind: RecordKind,
  insert: (db: Database) => Promise<{ id: number }>,
): Promise<{ id: number }> {
  return explaining(kind, () =>
    once(async (db) => {
      const { id } = await insert(db)
      const after = await kind.snapshot(db, id)
      await writeAudit(db, { word: kind.word, recordId: id, action: 'create', userId: user.id, before: null, after }, now)
      return { id }
    }),
  )
}

/**
 * Throws `resource.not.found`, `record.deleted.error`, `changed.meanwhile.error` where `version` is not the record's, or what `kind.unique`
 * says of an index that `change` broke.
 */
export async function changeRecord(
  { db, user, now, params: { id } }: RecordCall,
  kind: RecordKind,
  { action = 'update', version }: { action?: AuditAction; version?: number | undefined },
  change: (db: Database) => Promise<void>,
): Promise<{ id: number }> {
  return explaining(kind, () =>
    db.transaction(async (transaction) => {
      const isDeleted = await hold(transaction, kind, id)
      if (isDeleted !== (action === 'restore')) throw new AppError('record.deleted.error')
      if (version !== undefined && version !== (await versionOf(transaction, kind.word, id))) throw new AppError('changed.meanwhile.error')
      const before = await kind.snapshot(transaction, id)
      await change(transaction)
      const after = await kind.snapshot(transaction, id)
      await writeAudit(transaction, { word: kind.word, recordId: id, action, userId: user.id, before, after }, now)
      return { id }
    }),
  )
}

type Follow = (call: RecordCall, db: Database) => Promise<void>

/** The handlers of `removeCalls`. `follow` does what else a deletion brings, `followRestore` what else comes back, in its transaction. */
export function removeHandlers(kind: RecordKind, follow?: Follow, followRestore?: Follow) {
  const setDeleted = (db: Database, id: number, isDeleted: boolean) =>
    // Each list's table has the column: ListTable says so, but not by the name of a table that drizzle could check.
    db
      .update(kind.table)
      .set({ isDeleted } as never)
      .where(eq(kind.table.id, id))
  return {
    remove: (call: RecordCall) =>
      changeRecord(call, kind, { action: 'delete' }, async (db) => {
        await follow?.(call, db)
        await setDeleted(db, call.params.id, true)
      }),
    restore: (call: RecordCall) =>
      changeRecord(call, kind, { action: 'restore' }, async (db) => {
        const until = await restorableUntil(db, kind.word, call.params.id, call.now)
        if (until === null) throw new AppError('record.deleted.error')
        await setDeleted(db, call.params.id, false)
        await followRestore?.(call, db)
      }),
  }
}

/** What `shownRecord` asks for beside the record's own fields. */
export async function shownFacts(db: Database, kind: RecordKind, { id, isDeleted }: { id: number; isDeleted: boolean }, now: Date) {
  const until = isDeleted ? await restorableUntil(db, kind.word, id, now) : null
  return { version: await versionOf(db, kind.word, id), restorableUntil: until?.toISOString() ?? null }
}

/** Runs `work`; a unique index of the kind's that it breaks becomes the field's own code. */
export async function explaining<T>({ unique = {} }: RecordKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const meaning = unique[violatedConstraint(error) ?? '']
    if (meaning === undefined) throw error
    throw new AppError(meaning.code, { invalidField: meaning.invalidField, cause: error })
  }
}

/** Whoever changes the same record waits. Gives whether it is deleted. */
async function hold(db: Database, { table }: RecordKind, id: number): Promise<boolean> {
  const [held] = await db
    .select({ isDeleted: table.isDeleted })
    .from(table)
    .where(and(eq(table.id, id)))
    .for('update')
  if (held === undefined) throw new AppError('resource.not.found')
  return held.isDeleted === true
}
