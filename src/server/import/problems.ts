/** What is wrong with a line, in plain words. The codes are those of the forms. */
import { AppError } from '../../errors.ts'

export type Problem = { readonly column?: string | undefined; readonly words: string }

const noPastDay = 'this is no day up to today, written as 2026-11-21'

const wordsOf: Readonly<Record<string, string>> = {
  MandatoryField: 'a value is needed here that the form would accept',
  'text.too.long.error': 'the text is too long',
  'text.unusable.error': 'the text holds characters that cannot be saved',
  'username.invalid.error': 'this is no e-mail address',
  'phone.number.invalid.error': 'prefix and number are no valid phone number',
  'email.already.exists.error': 'the address is reserved for another account, which had it until lately',
  'serial.number.format.invalid': 'this is no serial number',
  'serial.number.already.exists': 'somebody else has registered this coil',
  'date.invalid.error': noPastDay,
  'date.unknown.error': noPastDay,
  'date.future.error': noPastDay,
  'number.invalid.error': 'this is no whole number in the allowed range',
  'warranty.code.extension.invalid': 'a code has 1 to 64 letters and digits',
  'warranty.extension.exists.error': 'the warranty of this coil is extended already',
  'warranty.claim.window.over.error': 'on the day of its use the code could no longer be claimed for a coil of this age',
  'warranty.purchase.fixed.error':
    'a code was used for this coil by an owner who has deleted it; register it in the portal, with the same purchase date',
  'firmware.file.invalid.error': 'the file is no firmware: its name does not end in .bin',
  'firmware.file.empty.error': 'the file is empty, or holds no more than its trailer',
  'firmware.file.text.error': 'the file is text, not a firmware',
  'firmware.file.archive.error': 'the file is an archive, a document, an image or a program, not a firmware',
  'request.too.large': 'the file is too large',
  'resource.not.found': 'there is no such file; the path is relative to the CSV file',
  'version.already.exists.error': 'another active firmware of one of these products has this version and language',
  'account.full.error': 'the account holds as many of these as it may',
}

export function problem(column: string | undefined, codeOrWords: string): Problem {
  return { column, words: wordsOf[codeOrWords] ?? codeOrWords }
}

/** The problem behind an error of a form. Throws any other error again. */
export function problemOf(error: unknown, column?: string): Problem {
  if (!(error instanceof AppError)) throw error
  return problem(column ?? error.invalidField, error.code)
}

export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(({ column, words }) => (column === undefined ? words : `${column}: ${words}`)).join('; ')
}
