/**
 * The form of a warranty code: 18 characters, shown in groups of three, "K7M-2XQ-…". 17 are random; the last one checks the others by
 * ISO/IEC 7064, MOD 37-2, which detects every wrong character and every swap of neighbours. Codes made before may have any other form. Pure;
 * used by server and app.
 */

/** Without 0, O, 1 and I, which look alike. 32 characters, so each carries 5 bits. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const codeRandomLength = 17
const codeLength = codeRandomLength + 1

/** The character set of the standard; a character's value is its position. */
const checkedCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'
const modulus = 37
const radix = 2

/** The check character of ISO/IEC 7064, MOD 37-2. It may be one that codes do not use. */
export function checkCharacterOf(text: string): string {
  return checkedCharacters.charAt((modulus + 1 - weightedSum(text)) % modulus)
}

/** A code of random bytes, one for each random character; undefined if its check character is not in the alphabet: take others then. */
export function codeOfBytes(bytes: Uint8Array): string | undefined {
  // 32 characters: the lowest 5 bits of a byte choose evenly.
  const random = Array.from(bytes, (byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('')
  const check = checkCharacterOf(random)
  return codeAlphabet.includes(check) ? random + check : undefined
}

/** As stored: upper case, without spaces and dashes. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, '')
}

/** Whether a complete code has a typing error. False for a text of any other length: it may be an older code, or not complete yet. */
export function isMistyped(typed: string): boolean {
  const code = normalizeCode(typed)
  return code.length === codeLength && !isSound(code)
}

/** In groups, easy to read aloud and to type. Codes made before are left as they are. */
export function formatWarrantyCode(code: string): string {
  return code.length === codeLength && isSound(code) ? (code.match(/.{3}/g) ?? []).join('-') : code
}

function isSound(code: string): boolean {
  const isOfAlphabet = [...code].every((character) => codeAlphabet.includes(character))
  return isOfAlphabet && checkCharacterOf(code.slice(0, -1)) === code.at(-1)
}

function weightedSum(text: string): number {
  return [...text].reduce((sum, character) => ((sum + checkedCharacters.indexOf(character)) * radix) % modulus, 0)
}
