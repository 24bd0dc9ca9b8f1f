/**
 * Undoes one entry of the audit trail by the form of its record: the same parsing, rights, rules, messages and entry as if a person had typed
 * the earlier values. Knows no entity.
 */
import { eq } from 'drizzle-orm'
import type { contract } from '../contract/contract.ts'
import { memberFields, unitOf } from '../contract/editForm.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { RecordEntity } from '../contract/recordFields.ts'
import { revertability } from '../contract/revert.ts'
import { AppError } from '../errors.ts'
import type { Call, Handler } from './call.ts'
import { auditEntries } from './db/tables.ts'
import { assertFreshSignIn } from './http/mount.ts'
import type { RawFields } from './http/body/readRequest.ts'
import { parseEdit } from './http/untouchedFields.ts'
import { type FormKind, readForm } from './records/saveForm.ts'
import { readSnapshot } from './records/storedFields.ts'

type RevertCall = Call<typeof contract.audit.revert>
type Fields = Readonly<Record<string, unknown>>

/** How the form of an entity is saved with fields as a request has them. */
type Revertible = {
  readonly kind: FormKind
  readonly save: (call: Omit<RevertCall, 'body'>, body: RawFields) => Promise<{ id: number }>
}

/** `update` is the handler of `endpoint`. */
export function revertible<E extends Endpoint>(
  endpoint: E,
  kind: FormKind,
  update: (call: Call<E>) => Promise<{ id: number }>,
): Revertible {
  return {
    kind,
    async save(call, body) {
      const { id } = call.params
      const findStored = () => readForm(call.db, kind, id)
      const raw = { params: { id: String(id) }, query: {}, body }
      const parts = await parseEdit<Endpoint>(endpoint, raw, findStored, call)
      await assertFreshSignIn(endpoint, parts, { ...call, findStored, raw })
      // `parts` has what the schemas of this endpoint give.
      return update({ ...call, ...parts } as unknown as Call<E>)
    },
  }
}

export function revertChange(forms: Readonly<Record<RecordEntity, Revertible>>): Handler<typeof contract.audit.revert> {
  return async ({ body: { keptFields }, ...call }) => {
    const { db, params } = call
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.id, params.id))
    if (entry === undefined) throw new AppError('resource.not.found')
    const { entity, recordId: id } = entry
    const change = revertability(entity, entry)
    if (change === null || entity === 'warrantyCodeBatch' || change.byHand.length > 0) throw new AppError('revert.refused.error')
    const { kind, save } = forms[entity]
    if ((await db.$count(kind.table, eq(kind.table.id, id))) === 0) throw new AppError('resource.not.found')
    const kept = new Set(keptFields.flatMap(unitOf))
    const earlier = Object.fromEntries(Object.entries(entry.before ?? {}).filter(([field]) => !kept.has(field)))
    const [now, stored] = [await readSnapshot(db, kind, id), await readForm(db, kind, id)]
    // The trail keeps JSON.
    if (Object.entries(earlier).every(([field, value]) => JSON.stringify(value) === JSON.stringify(now[field])))
      throw new AppError('revert.done.error')
    const sent = Object.entries(formOf(kind, earlier, stored)).flatMap(([field, value]) => asSent(field, value))
    const about = { version: String(entry.id), changedFields: Object.keys(earlier) }
    return save({ ...call, params: { id } }, { ...Object.fromEntries(sent), ...about })
  }
}

/** The earlier values, with the present ones of the fields that a form sends together with them. */
function formOf(kind: FormKind, earlier: Fields, stored: Fields): Fields {
  const together = Object.keys(earlier)
    .flatMap(unitOf)
    .filter((field) => field in kind.form.request.entries)
  return { ...Object.fromEntries(together.map((field) => [field, field in memberFields ? noChange : stored[field]])), ...earlier }
}

const noChange = JSON.stringify({ addedIds: [], removedIds: [] })

/** As a form has it, where an empty field is left out. */
function asSent(field: string, value: unknown): [string, string | string[]][] {
  if (value === null || value === undefined) return []
  return [[field, Array.isArray(value) ? value.map(String) : String(value)]]
}
