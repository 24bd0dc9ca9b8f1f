/**
 * Parses a call that edits a record. A form sends all its fields, including unchanged ones. A field equal to its stored value is accepted
 * even if it breaks a rule, because the rule may be newer than the record. Knows no call by name.
 */
import * as v from 'valibot'
import type { Contract, Endpoint, Parts } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../auth/caller.ts'
import type { Database } from '../db/connect.ts'
import { parseParts, type RawFields } from './readRequest.ts'

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

/** Like `parseParts`. If a field fails, parses again without the unchanged fields and takes their stored values. */
export async function parseEdit<E extends Endpoint>(
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
    // Path parameters are parsed before the body and name no field in errors, so they are valid. Their type comes from their schema.
    const params = (endpoint.params && v.parse(endpoint.params, raw.params)) as Parts<E>['params']
    const stored = await findStored({ db, user, params, body: raw.body })
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
