/** Whether a password is good enough for the account of its owner. Knows no hashes, and no database. */
import { passwordMinLengthOf } from '../../../contract/passwords.ts'
import type { Role } from '../../../contract/rules.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { demoPassword } from '../../config/demoPassword.ts'
import type { Config } from '../../config/readConfig.ts'
import { estimateGuesses, fold } from './estimateGuesses.ts'

export type PasswordFault = Extract<
  ErrorCode,
  'Password.minlenght.error' | 'password.staff.minlength.error' | 'password.common.error' | 'password.names.error'
>

type Named = { readonly username: string; readonly firstname: string; readonly lastname: string }
type Installation = Pick<Config, 'isDemo' | 'brand'>
type ChosenPassword<Owner = Named> = { readonly password: string; readonly owner: Owner }
type OwnPassword = ChosenPassword<Named & { readonly role: Role }>

/** Three unrelated words, or nine random characters, need more. */
const guessesMin = 200_000_000

/** What is wrong with a password that somebody chooses for themselves; null if nothing is. */
export function findPasswordFault({ password, owner }: OwnPassword, installation: Installation): PasswordFault | null {
  if (password === demoPassword && installation.isDemo) return null
  const isShort = password.length < passwordMinLengthOf(owner.role)
  if (isShort) return owner.role === 'ROLE_CUSTOMER' ? 'Password.minlenght.error' : 'password.staff.minlength.error'
  return isGuessable({ password, owner }, installation)
}

/** Throws the fault of a password that somebody chooses for themselves, on `invalidField`. */
export function assertGoodPassword(chosen: OwnPassword, installation: Installation, invalidField: string): void {
  refuse(findPasswordFault(chosen, installation), invalidField)
}

/** Throws the fault of a password that staff set for somebody else. It may be shorter than the owner's own, because it serves once. */
export function assertGoodStaffPassword(chosen: ChosenPassword, installation: Installation, invalidField: string): void {
  refuse(isGuessable(chosen, installation), invalidField)
}

function refuse(fault: PasswordFault | null, invalidField: string): void {
  if (fault !== null) throw new AppError(fault, { invalidField })
}

function isGuessable({ password, owner }: ChosenPassword, { isDemo, brand }: Installation): PasswordFault | null {
  if (password === demoPassword) return isDemo ? null : 'password.common.error'
  const known = [owner.firstname, owner.lastname, owner.username, brand.name, brand.appName].flatMap(wordsOf)
  if (isMadeOf(wordsOf(password).join(''), known)) return 'password.names.error'
  if (estimateGuesses(password) < guessesMin) return 'password.common.error'
  return estimateGuesses(password, known) < guessesMin ? 'password.names.error' : null
}

/** Digits and signs do not make a name harder to guess: "Marion.Dupuis-33!" is "mariondupuis". */
function isMadeOf(text: string, known: readonly string[]): boolean {
  // Where the text could be continued. A set, so that each place is tried once; it grows while it is read.
  const reached = new Set([0])
  for (const at of reached) for (const word of known) if (text.startsWith(word, at)) reached.add(at + word.length)
  return text !== '' && reached.has(text.length)
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\P{L}+/u)
    .filter((word) => word !== '')
}
