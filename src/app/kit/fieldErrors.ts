import * as v from 'valibot'
import { type ErrorCode, isErrorCode } from '../../errors.ts'

/**
 * What a person has to put right before a form is sent, by the contract's own schema: the first code of each field.
 * Faults that no typing can cause (they carry no code) are left to the server.
 */
export function fieldErrors(schema: v.GenericSchema, values: unknown): Readonly<Record<string, ErrorCode>> {
  const result = v.safeParse(schema, values)
  const errors: Record<string, ErrorCode> = {}
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue)?.split('.')[0]
    if (field !== undefined && isErrorCode(issue.message)) errors[field] ??= issue.message
  }
  return errors
}

/** Leaves out the codes of fields that still say what is stored. */
export function withoutUntouched(
  codes: Readonly<Record<string, ErrorCode>>,
  values: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, ErrorCode>> {
  return Object.fromEntries(Object.entries(codes).filter(([field]) => !(field in stored) || values[field] !== stored[field]))
}
