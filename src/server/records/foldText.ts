/** Compares text without case and accents. One database function (`fold_text`, in the migrations) folds stored and typed text. */
import { type Column, or, type SQL, sql } from 'drizzle-orm'

export function folded(text: SQL | Column): SQL {
  return sql`fold_text(${text})`
}

/** A sort key, compared by bytes, because the two databases have different collations. */
export function foldedOrder(text: SQL | Column): SQL {
  return sql`fold_text(${text}) collate "C"`
}

/** A stored sort key, compared by bytes. */
export function byBytes(key: SQL | Column): SQL {
  return sql`${key} collate "C"`
}

export type SearchedText = {
  /** Folded text that starts with a space, so that each of its words follows a space. */
  readonly text: SQL | Column
  /** Folded text, compared by bytes (`foldedOrder`). A search of single letters looks at its beginning. */
  readonly name: SQL | Column
  /** Phone numbers as digits with the prefix behind `00`, each behind a space, for those who have one. */
  readonly phone?: SQL | Column
}

/** A letter of a script such as Chinese, in which one letter can be a word. */
const wordLetter = /^\p{Lo}$/u

/** A search of fewer digits is no phone number. */
const phoneDigitsMin = 4

/** The pattern of a search that is part of a phone number, however it is spaced. Undefined if it is none. */
function phonePattern(typed: string): string | undefined {
  const digits = typed.replaceAll(/\D/g, '')
  if (!/^[\d\s+().-]+$/.test(typed) || digits.length < phoneDigitsMin) return undefined
  return /^[\s(]*\+/.test(typed) ? `% 00${digits}%` : `%${digits}%`
}

/**
 * Each typed word must occur in the text: words of three or more letters anywhere, shorter ones at the beginning of a word. A search of single
 * letters only looks at the beginning of the name: elsewhere they would match nearly every row, and no index could find them.
 * A phone number counts as one word, however it is spaced.
 */
export function containsWords({ text, name, phone }: SearchedText, typed: string): SQL[] {
  // Without duplicates, which would find the same rows.
  const words = [...new Set(typed.split(/\s+/))]
    .filter((word) => word !== '')
    .map((word) => ({ word, letters: wordLetter.test(word) ? 2 : [...word].length }))
  const isOfLetters = words.every(({ letters }) => letters === 1)
  const pattern = phone && phonePattern(typed)
  const conditions = words.map(({ word, letters }) => {
    const part = sql`fold_text(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)})`
    if (isOfLetters) return sql`${name} like ${part} || '%'`
    return letters <= 2 ? sql`${text} like '% ' || ${part} || '%'` : sql`${text} like '%' || ${part} || '%'`
  })
  if (pattern === undefined) return conditions
  const isPhone = sql`${phone} like ${pattern}`
  // A single word of digits may also be in the address of a mail.
  return [words.length === 1 ? (or(...conditions, isPhone) ?? isPhone) : isPhone]
}
