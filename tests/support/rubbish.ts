/** Generates odd texts and forms, and judges how a server handles them. */
import * as fc from 'fast-check'
import { isErrorCode } from '../../src/errors.ts'
import { failure } from './apiServer.ts'

/** Texts that have broken servers before, and random text of all kinds. */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'null',
    '\0',
    '\ud800',
    '\u202e',
    '{}',
    '[]',
    '[[[',
    "';--",
    '../../x',
    '%00',
    '__proto__',
  ),
  fc.constantFrom('9'.repeat(400), 'x'.repeat(5_000), '💣'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat().map(String),
)

export function formOf<F extends URLSearchParams | FormData>(form: F, fields: readonly [string, unknown][]): F {
  for (const [key, value] of fields) for (const one of [value].flat()) form.append(key.toWellFormed(), String(one).toWellFormed())
  return form
}

/** What is wrong with a response that is neither a success nor a refusal with a code; null if nothing is. */
export async function harmOf(response: Response): Promise<string | null> {
  if (response.ok) return null
  const { status, message } = await failure(response)
  return isErrorCode(message) && status >= 400 && status < 500 ? null : `${status} ${message}`
}
