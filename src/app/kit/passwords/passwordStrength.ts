import { passwordMinLength } from '../../../contract/rules.ts'

export type PasswordStrength = 'tooShort' | 'weak' | 'fair' | 'strong'

/** The most common parts of passwords in the portal's two languages; such a word counts as one character. */
const common =
  /p[a@4][s5$]{2}w[o0]rd|m[o0]tdep[a@4][s5$]{2}e|qwerty|azerty|letmein|welcome|bienvenue|bonjour|soleil|doudou|iloveyou|jetaime|admin|(?:19|20)\d\d/g
const nothing: readonly string[] = []
const fairBits = 40
const strongBits = 60

/**
 * Estimates the strength of a password without a dictionary: length, kinds of characters, repetitions, sequences like "abcd", the most
 * common words, and the person's own `about`, such as their address. An estimate, not a promise.
 */
export function passwordStrength(password: string, about: readonly string[] = nothing, minLength = passwordMinLength): PasswordStrength {
  const typed = password.trim()
  if (typed.length < minLength) return 'tooShort'
  const bits = countSurprises(withoutKnown(typed.toLowerCase(), about)) * Math.log2(alphabetSize(typed))
  if (bits < fairBits) return 'weak'
  return bits < strongBits ? 'fair' : 'strong'
}

function withoutKnown(text: string, about: readonly string[]): string {
  const own = about.flatMap((known) => known.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3)
  return own.reduce((rest, part) => rest.replaceAll(part, '*'), text.replaceAll(common, '*'))
}

/** Counts the characters that do not just continue from the one before: "aaaa", "abcd" and "9876" have one each. */
function countSurprises(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? Number.NaN))
  return steps.filter((step, index) => !(Math.abs(step) <= 1 && (index === 1 || step === steps[index - 1] || step === 0))).length
}

function alphabetSize(text: string): number {
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^A-Za-z\d]/, 33],
  ]
  return kinds.reduce((size, [kind, count]) => (kind.test(text) ? size + count : size), 0)
}
