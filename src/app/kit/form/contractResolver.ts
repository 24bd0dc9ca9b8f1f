import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as v from 'valibot'
import { type ErrorCode, isErrorCode } from '../../../errors.ts'

export type ContractRules<T extends FieldValues> = {
  /** The request schema of the call that the form sends. The server uses the same one. */
  schema: v.GenericSchema
  /**
   * The stored record. A field that still has its stored value passes the schema, here and on the server: the rule may be newer than the
   * record.
   */
  stored?: Partial<T> | undefined
  /** Rules that the schema cannot express, such as a repeated entry: an error code for each field. The schema's own error comes first. */
  check?: ((values: T, stored?: Partial<T>) => Readonly<Record<string, ErrorCode>>) | undefined
}

/**
 * Validates a form by the schema of a call. Each error's `message` is an `ErrorCode`. Schema errors without a code, which no typing can
 * cause, are left to the server. Valid forms resolve to the raw values: the call converts them itself.
 */
export function contractResolver<T extends FieldValues>({ schema, stored, check }: ContractRules<T>): Resolver<T> {
  return (values) => {
    const isUntouched = (field: string) => stored !== undefined && field in stored && values[field] === stored[field]
    const { issues } = v.safeParse(schema, values, { abortPipeEarly: true })
    const invalid = (issues ?? []).flatMap((issue) => {
      const field = v.getDotPath(issue)
      return field !== null && isErrorCode(issue.message) && !isUntouched(field) ? [[field, issue.message] as const] : []
    })
    // Where a field has several, the first of the schema's own.
    const codes = { ...check?.(values, stored), ...Object.fromEntries(invalid.toReversed()) }
    const errors = Object.entries(codes).map(([field, code]) => [field, { type: code, message: code }] as const)
    // `Object.entries` loses the type of the keys.
    return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) as FieldErrors<T> } : { values, errors: {} }
  }
}
