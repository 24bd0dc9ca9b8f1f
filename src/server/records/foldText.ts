/** Compares text without case and accents. One database function (`fold_text`, migration 0004) folds stored and typed text. */
import { type Column, type SQL, sql } from 'drizzle-orm'

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
}

/** A letter of a script such as Chinese, in which one letter can be a word. */
const wordLetter = /^\p{Lo}$/u

/**
 * Each typed word must occur in the text: words of three or more letters anywhere, shorter ones at the beginning of a word. A search of single
 * letters only looks at the beginning of the name: elsewhere they would match nearly every row, and no index could find them.
 */
export function containsWords({ text, name }: SearchedText, typed: string): SQL[] {
  // Without duplicates, which would find the same rows.
  const words = [...new Set(typed.split(/\s+/))]
    .filter((word) => word !== '')
    .map((word) => ({ word, letters: wordLetter.test(word) ? 2 : [...word].length }))
  const isOfLetters = words.every(({ letters }) => letters === 1)
  return words.map(({ word, letters }) => {
    const part = sql`fold_text(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)})`
    if (isOfLetters) return sql`${name} like ${part} || '%'`
    return letters <= 2 ? sql`${text} like '% ' || ${part} || '%'` : sql`${text} like '%' || ${part} || '%'`
  })
}
