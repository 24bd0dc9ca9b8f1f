/**
 * Deletes a detector or a coil from its owner's list. Staff who may edit the owner can do so too, and can restore it for `undoHours`; both are
 * written to the owner's history and to the security log. Knows neither detectors nor coils; they come in as an `OwnedKind`.
 */
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { AuditAction } from '../../contract/audit.ts'
import { undoHours } from '../../contract/crud.ts'
import { backOffice } from '../../contract/endpoint.ts'
import type { SecurityEventKind } from '../../contract/securityLog.ts'
import { AppError } from '../../errors.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { type accessories, auditEntries, type userProducts, users } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import { isEntryOf, writeAudit } from '../records/auditTrail.ts'
import type { Actor } from '../records/list.ts'
import { assertMayEdit } from './userRights.ts'

type Logged = { readonly action: AuditAction; readonly event: SecurityEventKind }

export type OwnedKind = {
  readonly table: typeof userProducts | typeof accessories
  readonly deletion: Logged
  readonly restoration: Logged
  /** For the owner's history. */
  readonly nameOf: (db: Database, id: number) => Promise<string>
  /** Returns ids that `restore` needs. */
  readonly remove: (db: Database, id: number) => Promise<readonly number[]>
  readonly restore: (db: Database, id: number, kept: readonly number[]) => Promise<void>
}

export type OwnedCall = {
  readonly db: Database
  readonly user: Actor
  readonly address: string
  readonly now: Date
  readonly params: { readonly id: number }
}

/** What the history keeps of a deletion. */
const deletion = v.object({ id: v.number(), owned: v.string(), kept: v.array(v.number()) })

/** Throws `resource.not.found`; for staff also `not.authorized` and `record.deleted.error`, by their rights on the owner and its state. */
export async function removeOwned(call: OwnedCall, kind: OwnedKind): Promise<Record<string, never>> {
  const { user, params } = call
  await call.db.transaction(async (db) => {
    const { owner, isDeleted } = await lockOwned(db, params.id, kind)
    const isOwn = owner.id === user.id
    if (isDeleted || (!isOwn && !isOfBackOffice(user))) throw new AppError('resource.not.found')
    if (!isOwn) assertMayChangeOwner(user, owner)
    const owned = await kind.nameOf(db, params.id)
    const kept = await kind.remove(db, params.id)
    // What people delete from their own list is nobody else's to restore. Administrators can restore theirs, like all they delete.
    if (!isOwn || user.role === 'ROLE_ADMIN') await log(db, call, owner.id, kind.deletion, { id: params.id, owned, kept })
  })
  return {}
}

/** Does nothing if the owner has it back already, because a detector reported it. Otherwise throws what `removeOwned` throws. */
export async function restoreOwned(call: OwnedCall, kind: OwnedKind): Promise<{ id: number }> {
  const { id } = call.params
  return call.db.transaction(async (db) => {
    const { owner, isDeleted } = await lockOwned(db, id, kind)
    assertMayChangeOwner(call.user, owner)
    if (!isDeleted) return { id }
    const { owned, kept } = await findDeletion(db, call, owner.id, kind)
    await kind.restore(db, id, kept)
    await log(db, call, owner.id, kind.restoration, { id, owned })
    return { id }
  })
}

function isOfBackOffice({ role }: Actor): boolean {
  return backOffice.some((allowed) => allowed === role)
}

type Owner = Pick<typeof users.$inferSelect, 'id' | 'role' | 'isDeleted'>

/** Throws `not.authorized` or `record.deleted.error`. */
export function assertMayChangeOwner(user: Actor, owner: Owner): void {
  assertMayEdit(user, owner, undefined)
  if (owner.isDeleted) throw new AppError('record.deleted.error')
}

/**
 * Locks the owner, as limits/quota.ts does: whatever adds, restores or deletes in their lists waits. The row itself needs no lock then. Throws
 * `resource.not.found`, also where the owner was erased.
 */
export async function lockOwned(
  db: Database,
  id: number,
  { table }: Pick<OwnedKind, 'table'>,
): Promise<{ owner: Owner; isDeleted: boolean }> {
  const ownerId = db.select({ userId: table.userId }).from(table).where(eq(table.id, id))
  const { role, isDeleted } = users
  const [owner] = await db
    .select({ id: users.id, role, isDeleted })
    .from(users)
    .where(and(eq(users.id, sql`(${ownerId})`), isNull(users.erasedAt)))
    .for('no key update')
  const [owned] = await db.select({ isDeleted: table.isDeleted }).from(table).where(eq(table.id, id))
  if (owner === undefined || owned === undefined) throw new AppError('resource.not.found')
  return { owner, isDeleted: owned.isDeleted }
}

async function findDeletion(db: Database, { params: { id }, now }: OwnedCall, ownerId: number, kind: OwnedKind) {
  const [entry] = await db
    .select({ before: auditEntries.before })
    .from(auditEntries)
    .where(
      and(
        isEntryOf('user', ownerId),
        eq(auditEntries.action, kind.deletion.action),
        sql`${auditEntries.before} ->> 'id' = ${String(id)}`,
        gt(auditEntries.date, new Date(now.getTime() - undoHours * hourMs)),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
  const parsed = v.safeParse(deletion, entry?.before)
  if (!parsed.success) throw new AppError('record.deleted.error')
  return parsed.output
}

async function log(
  db: Database,
  { user, address, now }: OwnedCall,
  ownerId: number,
  { action, event }: Logged,
  before: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(db, { entity: 'user', recordId: ownerId, action, userId: user.id, before, after: null }, now)
  const actor = user.id === ownerId ? {} : { actorId: user.id }
  await writeSecurityEvent(db, { kind: event, userId: ownerId, ...actor, address }, now)
}
