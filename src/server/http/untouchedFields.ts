/**
 * Parses a call that edits a record. A form sends every field it has, also those that nobody touched; a field that still says what is
 * stored passes whatever its rule, because the rule may be younger than the record. Knows no call by name.
 */
import * as v from 'valibot'
import type { Contract, Endpoint, Parts } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../auth/session.ts'
import type { Database } from '../db/connect.ts'
import { parseParts, type RawFields } from './readRequest.ts'

/**
 * The form's fields as they are stored, in the shape that the call's handler reads; undefined where there is no such record. A field that
 * holds nothing is left out, unless it may hold nothing.
 */
export type FindStored<E extends Endpoint> = (call: {
  readonly db: Database
  readonly user: Caller
  readonly params: Parts<E>['params']
  /** As it came, before any rule. */
  readonly body: RawFields
}) => Promise<Partial<Parts<E>['body']> | undefined>

/** For every call named `update`, which without one would not compile, and for others that edit. */
export type StoredForms<C extends Contract> = {
  readonly [W in keyof C as 'update' extends keyof C[W] ? W : never]: { readonly update: FindStored<C[W]['update'] & Endpoint> }
} & { readonly [W in keyof C]?: { readonly [Name in keyof C[W]]?: FindStored<C[W][Name]> } }

type Raw = { readonly params: RawFields; readonly query: RawFields; readonly body: RawFields }

/** As `parseParts`; where that throws at a field, without the fields that are as they are stored, whose stored values take their place. */
export async function parseEdit<E extends Endpoint>(
  endpoint: E,
  raw: Raw,
  findStored: FindStored<E>,
  { db, user }: { db: Database; user: Caller },
): Promise<Parts<E>> {
  try {
    return parseParts(endpoint, raw)
  } catch (error) {
    if (!(error instanceof AppError) || error.invalidField === undefined || !isPlainForm(endpoint.request)) throw error
    // They are parsed before the body and have no rules that name a field, so they have passed; their type is taken from their schema.
    const params = (endpoint.params && v.parse(endpoint.params, raw.params)) as Parts<E>['params']
    const stored = (await findStored({ db, user, params, body: raw.body })) ?? {}
    const untouched = Object.entries(stored).filter(([field, value]) => value !== undefined && isSame(raw.body[field], value))
    const names = new Set(untouched.map(([field]) => field))
    const isTouched = ([field]: readonly [string, unknown]) => !names.has(field)
    const request = v.strictObject(Object.fromEntries(Object.entries(endpoint.request.entries).filter(isTouched)))
    const parts = parseParts({ ...endpoint, request }, { ...raw, body: Object.fromEntries(Object.entries(raw.body).filter(isTouched)) })
    // What was parsed and what is stored are together the output of the schema that Parts takes its type from.
    return { ...parts, body: { ...parts.body, ...Object.fromEntries(untouched) } } as Parts<E>
  }
}

type PlainForm = v.StrictObjectSchema<v.ObjectEntries, undefined>

/** Rules between fields (a pipe after the object) would be lost with it: such a form is parsed whole. */
function isPlainForm(schema: Endpoint['request']): schema is PlainForm {
  return schema?.type === 'strict_object' && !('pipe' in schema)
}

/** Line ends aside, which a browser changes on the way. */
function isSame(sent: unknown, stored: unknown): boolean {
  return typeof sent === 'string' && sent.replaceAll('\r\n', '\n') === String(stored).replaceAll('\r\n', '\n')
}
