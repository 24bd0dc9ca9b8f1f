/**
 * Parses a call that edits a record. A form sends all its fields, including unchanged ones. A field equal to its stored value is accepted
 * even if it breaks a rule, because the rule may be newer than the record. Knows no call by name.
 */
import * as v from 'valibot'
import type { Contract, Endpoint, Parts } from '../../contract/endpoint.ts'
import { keptFields } from '../../contract/editForm.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../auth/caller.ts'
import type { Database } from '../db/connect.ts'
import { mergeForm } from '../records/mergeForm.ts'
import { parseParts, type RawFields } from './body/readRequest.ts'

/** The stored values of fields that are not empty, in the shape that the handler reads (records/storedFields.ts). */
export type FindStored<E extends Endpoint> = (call: {
  readonly db: Database
  readonly user: Caller
  readonly params: Parts<E>['params']
  /** As received, before any rule. */
  readonly body: RawFields
}) => Promise<Readonly<Record<string, unknown>>>

/** Required for every call named `update` (otherwise it does not compile), optional for other edits. */
export type StoredForms<C extends Contract> = {
  readonly [W in keyof C as 'update' extends keyof C[W] ? W : never]: { readonly update: FindStored<C[W]['update'] & Endpoint> }
} & { readonly [W in keyof C]?: { readonly [Name in keyof C[W]]?: FindStored<C[W][Name]> } }

type Raw = { readonly params: RawFields; readonly query: RawFields; readonly body: RawFields }

/** Like `parseParts`, for an edit. Of the fields that its person did not change, as it says, the record keeps its own values. */
export async function parseEdit<E extends Endpoint>(
  endpoint: E,
  raw: Raw,
  findStored: FindStored<E>,
  context: { db: Database; user: Caller },
): Promise<Parts<E>> {
  const { request } = endpoint
  const changedFields = isPlainForm(request) ? readChangedFields(request, raw.body) : undefined
  if (!isPlainForm(request) || changedFields === undefined) return parseTouched(endpoint, raw, findStored, context)
  const stored = await findStored({ ...context, params: readParams(endpoint, raw), body: raw.body })
  const kept = keptFields(Object.keys(request.entries), changedFields)
  // An optional one has a value for a field that is not sent.
  const isLeftOut = ([field, schema]: readonly [string, v.GenericSchema]) =>
    kept.includes(field) && (field in stored || schema.type !== 'optional')
  const entries = Object.entries(request.entries).filter((entry) => !isLeftOut(entry))
  const body = Object.fromEntries(Object.entries(raw.body).filter(([field]) => !kept.includes(field)))
  const parts = await parseTouched(
    { ...endpoint, request: v.strictObject(Object.fromEntries(entries)) },
    { ...raw, body },
    findStored,
    context,
  )
  // It has the fields of the endpoint's request again.
  return { ...parts, body: mergeForm(parts.body ?? {}, stored, kept) as Parts<E>['body'] }
}

/** Undefined if the form does not say what was changed, or not as it should, which then fails. */
function readChangedFields({ entries }: PlainForm, { changedFields }: RawFields): readonly string[] | undefined {
  const result = v.safeParse(entries['changedFields'] ?? v.undefined(), changedFields)
  // The only field of this name is that of contract/editForm.ts.
  return result.success ? (result.output as readonly string[] | undefined) : undefined
}

/** Path parameters are parsed before the body and name no field in errors. */
function readParams<E extends Endpoint>({ params }: E, raw: Raw): Parts<E>['params'] {
  // Their type comes from their schema.
  return (params && v.parse(params, raw.params)) as Parts<E>['params']
}

/** If a field fails, parses again without the unchanged fields and takes their stored values. */
async function parseTouched<E extends Endpoint>(
  endpoint: E,
  raw: Raw,
  findStored: FindStored<E>,
  { db, user }: { db: Database; user: Caller },
): Promise<Parts<E>> {
  try {
    return parseParts(endpoint, raw)
  } catch (error) {
    if (
      !(error instanceof AppError) ||
      error.code === 'request.invalid' ||
      error.invalidField === undefined ||
      !isPlainForm(endpoint.request)
    )
      throw error
    const stored = await findStored({ db, user, params: readParams(endpoint, raw), body: raw.body })
    const fields = endpoint.request.entries
    const untouched = Object.entries(stored).filter(([field, value]) => field in fields && isSame(raw.body[field], value))
    const names = new Set(untouched.map(([field]) => field))
    const isTouched = ([field]: readonly [string, unknown]) => !names.has(field)
    const request = v.strictObject(Object.fromEntries(Object.entries(fields).filter(isTouched)))
    const parts = parseParts({ ...endpoint, request }, { ...raw, body: Object.fromEntries(Object.entries(raw.body).filter(isTouched)) })
    return { ...parts, body: { ...parts.body, ...Object.fromEntries(untouched) } }
  }
}

type PlainForm = v.StrictObjectSchema<v.ObjectEntries, undefined>

/** Removing fields would drop rules between fields (a pipe after the object), so such a form is parsed as a whole. */
function isPlainForm(schema: Endpoint['request']): schema is PlainForm {
  return schema?.type === 'strict_object' && !('pipe' in schema)
}

/** Ignores line endings, which browsers change. */
function isSame(sent: unknown, stored: unknown): boolean {
  return typeof sent === 'string' && sent.replaceAll('\r\n', '\n') === String(stored).replaceAll('\r\n', '\n')
}
