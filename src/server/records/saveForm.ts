/**
 * Saves an edit form together with what others have saved since it was filled: the fields that its person changed are the form's, all others
 * stay the record's. Knows no entity.
 */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { AuditAction } from '../../contract/audit.ts'
import { type EditFacts, keptFields, memberFields, unitOf } from '../../contract/editForm.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { auditEntries } from '../db/tables.ts'
import { isEntryOf, nameOfAuthor, selectEntries, type Snapshot, versionOf } from './auditTrail.ts'
import { changeRecord, type RecordCall, type RecordKind } from './changeRecord.ts'
import { mergeForm } from './mergeForm.ts'
import { readSnapshot, readStoredForm } from './storedFields.ts'

type Fields = Readonly<Record<string, unknown>>

/** A kind of record with an edit form. */
export type FormKind<Field extends string = string> = RecordKind<Field> & {
  readonly form: {
    readonly request: { readonly entries: Fields }
    /** The stored values of the fields that are not empty, if the record's own row does not have all of them. */
    readonly read?: (call: { readonly db: Database; readonly params: { readonly id: number } }) => Promise<Fields>
    /** What else the trail keeps of a field: the change of an address is requested first. */
    readonly facts?: Readonly<Record<string, readonly Field[]>>
  }
}

/** What the trail keeps by its action alone, because the value is a secret. */
const secrets: Readonly<Partial<Record<AuditAction, string>>> = { changePassword: 'password' }

/**
 * `change` writes the form that it gets. Throws what `changeRecord` throws. With `changedFields`, `changed.meanwhile.error` names those that
 * somebody else has changed too since `version`, unless both did the same.
 */
export async function saveForm<Body extends EditFacts>(
  { body, ...call }: RecordCall & { readonly body: Body },
  kind: FormKind,
  change: (db: Database, form: Omit<Body, keyof EditFacts>) => Promise<void>,
): Promise<{ id: number }> {
  const { version, changedFields, ...sent } = body
  if (changedFields === undefined) return changeRecord(call, kind, { version }, (db) => change(db, sent))
  const { id } = call.params
  return changeRecord(call, kind, {}, async (db, before) => {
    const form = mergeForm(sent, await readForm(db, kind, id), keptFields(Object.keys(kind.form.request.entries), changedFields))
    const others = version === undefined ? null : await findOthersChanges(db, kind, { id, version, before })
    await change(db, form)
    if (others === null || others.latest.size === 0) return
    const after = await readSnapshot(db, kind, id)
    const changes = changedFields.flatMap((field, index) => {
      const isFirst = changedFields.findIndex((other) => unitOf(other).includes(field)) === index
      const made = isFirst && isContested(kind, field, { form, before, after, others: others.latest })
      return made ? [{ field, ...made }] : []
    })
    const [first] = changes
    if (first !== undefined)
      throw new AppError('changed.meanwhile.error', { invalidField: first.field, meanwhile: { version: others.version, changes } })
  })
}

/** What the edit form of a record holds. */
export async function readForm(db: Database, kind: FormKind, id: number): Promise<Fields> {
  return kind.form.read?.({ db, params: { id } }) ?? readStoredForm(db, kind, eq(kind.table.id, id))
}

type Made = { readonly by: string | null; readonly date: string }

/** The fields that differ from what they were at `version`, each with its latest change; passwords, if they were changed at all. */
async function findOthersChanges(
  db: Database,
  { entity }: RecordKind,
  { id, version, before: now }: { readonly id: number; readonly version: number; readonly before: Snapshot },
) {
  const current = await versionOf(db, entity, id)
  // The record is older than the form: a backup was restored.
  if (version > current) throw new AppError('changed.meanwhile.error')
  const entries = await selectEntries(db)
    .where(and(isEntryOf(entity, id), gt(auditEntries.id, version)))
    .orderBy(asc(auditEntries.id))
  const then = new Map<string, unknown>()
  const latest = new Map<string, Made>()
  for (const { entry, by } of entries) {
    const made = { by: by && nameOfAuthor(by), date: entry.date.toISOString() }
    for (const [field, value] of Object.entries(entry.before ?? {})) {
      if (!then.has(field)) then.set(field, value)
      latest.set(field, made)
    }
    const secret = secrets[entry.action]
    if (secret !== undefined) latest.set(secret, made)
  }
  for (const [field, value] of then) if (isSame(value, now[field])) latest.delete(field)
  return { version: current, latest }
}

type Compared = { readonly form: Fields; readonly before: Snapshot; readonly after: Snapshot; readonly others: ReadonlyMap<string, Made> }

/** Whether the form undoes what somebody else has changed of this field, or of one that belongs together with it: that change. */
function isContested(kind: FormKind, field: string, { form, before, after, others }: Compared): Made | undefined {
  const kept = (one: string) => [one, ...(kind.form.facts?.[one] ?? [])]
  const unit = unitOf(field)
  const made = unit
    .flatMap(kept)
    .flatMap((one) => others.get(one) ?? [])
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .at(-1)
  // Changes among members are added to others' changes.
  const added = new Set(Object.entries(memberFields).flatMap(([changes, all]) => (form[changes] === undefined ? [] : kept(all))))
  const isUndone = unit.flatMap(kept).some((one) => !added.has(one) && !isSame(before[one], after[one]))
  const isSecretSet = Object.values(secrets).some((secret) => unit.includes(secret) && others.has(secret) && Boolean(form[secret]))
  return isUndone || isSecretSet ? made : undefined
}

/** The trail keeps JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
