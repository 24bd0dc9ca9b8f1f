/** Email addresses in pasted text: a column of a sheet, a mail's recipients, lines with names. */
import * as v from 'valibot'
import { username } from './fields.ts'

/** Not in the specification: how many addresses one request can name. */
export const pastedAddressesMax = 2_000

/** In lower case, each once. `unreadable`: what has an @ and is no address. */
export type PastedAddresses = { readonly addresses: readonly string[]; readonly unreadable: readonly string[] }

/** Whatever separates them; "Ada Field <ada@example.com>" too. Words without an @ are names. */
export function readPastedAddresses(typed: string): PastedAddresses {
  const parts = typed.toLowerCase().split(/[\s,;<>()[\]"|\0]+/)
  const withoutMarks = parts.filter((part) => part.includes('@')).map((part) => part.replaceAll(/^(?:mailto:|[':])+|[.:']+$/g, ''))
  const [addresses, unreadable]: [string[], string[]] = [[], []]
  for (const part of new Set(withoutMarks)) (v.is(username, part) ? addresses : unreadable).push(part)
  return { addresses, unreadable }
}
