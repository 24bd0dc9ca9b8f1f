/**
 * About how many guesses a program needs that tries common passwords, words, rows of keys, dates and repeats before anything else. Knows
 * nobody, and no limit. Its scale is its own: docs/decisions.md, “Passwords are judged by guesses and by names”.
 */
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import german from '@zxcvbn-ts/language-de/src/commonWords.json' with { type: 'json' }
import spanish from '@zxcvbn-ts/language-es-es/src/commonWords.json' with { type: 'json' }
import french from '@zxcvbn-ts/language-fr/src/commonWords.json' with { type: 'json' }
import italian from '@zxcvbn-ts/language-it/src/commonWords.json' with { type: 'json' }

/** Decimal logarithms of guesses. A word has that of its place in its list. */
const [digit, letter, sign, foreignCharacter] = [1, 1.4, 1.2, 3.5]
const [row, copy, copiedCharacter, known, year, date] = [2.5, 0.5, 1, 0.5, 1.7, 4.5]
/** Of a word with digits or signs for letters; of separators left out; of capitals within words; of where the next piece begins. */
const [disguise, separated, mixedCase, joint] = [0.5, 1, 1, 0.5]

const wordMaxLength = 24
/** Each list has the most common first. */
const places = new Map<string, number>()
for (const list of [passwords, french, german, spanish, italian])
  for (const [place, word] of list.map(fold).entries()) if (place < (places.get(word) ?? Infinity)) places.set(word, place)

/** Letters and digits, then the keyboards QWERTY, AZERTY and QWERTZ: their rows, the signs above the digits, their columns. */
const rows = `
abcdefghijklmnopqrstuvwxyz 01234567890
qwertyuiop[] asdfghjkl; zxcvbnm,./ !@#$%^&*() 1qaz2wsx3edc4rfv5tgb6yhn7ujm
azertyuiop qsdfghjklm wxcvbn,;:! &é"'(-è_çà) 1aqw2zsx3edc4rfv5tgb6yhn7uj aqwzsxedcrfvtgbyhnuj
qwertzuiopü asdfghjklöä yxcvbnm,.- !"§$%&/()= 1qay2wsx3edc4rfv5tgb6zhn7ujm`
  .split(/\s+/)
  .flatMap((keys) => [fold(keys), Array.from(fold(keys)).toReversed().join('')])

const [disguises, letters] = ['@431!0$57', 'aaeiiosst']
const dates = [
  [/(?:19|20)\d\d/y, year],
  [/(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)?\d\d/y, date],
  [/(?:19|20)?\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/y, date],
] as const

/** The rest costs time, and makes nothing easier to guess. Cut when folded: one character may become eighteen. */
const judgedMaxLength = 64

/** `knownWords`: what others know of its owner, folded. */
export function estimateGuesses(password: string, knownWords: readonly string[] = []): number {
  const text = fold(password).slice(0, judgedMaxLength)
  const joined = text.replaceAll(/[\s._'’-]/g, '')
  const least = Math.min(countDecades(text, knownWords), joined === text ? Infinity : countDecades(joined, knownWords) + separated)
  return 10 ** (least + (/\p{Ll}\p{Lu}/u.test(password) ? mixedCase : 0))
}

/** The cheapest way to put `text` together from pieces. */
function countDecades(text: string, knownWords: readonly string[]): number {
  const disguised = text.replaceAll(/[@431!0$57]/g, (character) => letters.charAt(disguises.indexOf(character)))
  const least = Array.from({ length: text.length + 1 }, () => Infinity)
  least[0] = 0
  for (const at of text.split('').keys()) {
    const before = (least[at] ?? Infinity) + (at === 0 ? 0 : joint)
    const add = (length: number, decades: number) => {
      least[at + length] = Math.min(least[at + length] ?? Infinity, before + decades)
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    add(character.length, ofCharacter(character))
    for (let length = 2; length <= wordMaxLength && at + length <= text.length; length += 1) {
      add(length, ofWord(text.slice(at, at + length)))
      add(length, ofWord(disguised.slice(at, at + length)) + disguise)
    }
    for (let length = 3; at + length <= text.length && rows.some((keys) => keys.includes(text.slice(at, at + length))); length += 1)
      add(length, row)
    for (let period = 1; period <= Math.min(at, wordMaxLength); period += 1) {
      let length = 0
      while (at + length < text.length && text[at + length] === text[at + length - period]) length += 1
      if (length >= period) add(length, length === 1 ? copiedCharacter : copy)
    }
    for (const word of knownWords) if (text.startsWith(word, at)) add(word.length, known)
    for (const [pattern, decades] of dates) {
      pattern.lastIndex = at
      if (pattern.test(text)) add(pattern.lastIndex - at, decades)
    }
  }
  return least.at(-1) ?? Infinity
}

function ofCharacter(character: string): number {
  if (/\d/.test(character)) return digit
  // From here on scripts have thousands of characters.
  if (character >= '\u2e80') return foreignCharacter
  return /\p{L}/u.test(character) ? letter : sign
}

function ofWord(word: string): number {
  const place = places.get(word)
  return place === undefined ? Infinity : Math.log10(place + 10)
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
