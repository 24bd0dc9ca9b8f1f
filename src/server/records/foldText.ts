/** Text without case and accents, by one function of the database (migration 0002), so that what is searched and what is typed fold alike. */
import { type Column, type SQL, sql } from 'drizzle-orm'

export function folded(text: SQL | Column): SQL {
  return sql`fold_text(${text})`
}

/** To sort by: by bytes, because the two databases' own orders of letters differ. */
export function foldedOrder(text: SQL | Column): SQL {
  return sql`fold_text(${text}) collate "C"`
}

export type SearchedText = {
  /** Folded, and begins with a space: so does each of its words. */
  readonly text: SQL | Column
  /** Folded, by bytes (`foldedOrder`): what a single letter is looked for at the beginning of. */
  readonly name: SQL | Column
}

/** Of a script whose letters are words, as Chinese: a single one says enough. */
const wordLetter = /^\p{Lo}$/u

/**
 * Every word of what was typed stands somewhere in the text; one of two letters where a word begins, and a single letter where the name
 * begins. Anywhere else they would be in nearly every row, and there is no index that finds them.
 */
export function containsWords({ text, name }: SearchedText, typed: string): SQL[] {
  // Each once: the same word again finds the same.
  return [...new Set(typed.split(/\s+/))]
    .filter((word) => word !== '')
    .map((word) => {
      const part = sql`fold_text(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)})`
      const letters = [...word].length
      if (letters === 1 && !wordLetter.test(word)) return sql`${name} like ${part} || '%'`
      return letters <= 2 ? sql`${text} like '% ' || ${part} || '%'` : sql`${text} like '%' || ${part} || '%'`
    })
}
