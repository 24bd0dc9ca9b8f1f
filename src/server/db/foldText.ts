/** Text without case and accents, by one function of the database (migration 0002), so that what is searched and what is typed fold alike. */
import { type Column, type SQL, sql } from 'drizzle-orm'

export function folded(text: SQL | Column): SQL {
  return sql`fold_text(${text})`
}

/** To sort by: by bytes, because the two databases' own orders of letters differ. */
export function foldedOrder(text: SQL | Column): SQL {
  return sql`fold_text(${text}) collate "C"`
}

/** Every word of what was typed stands somewhere in `foldedText`. */
export function holdsWords(foldedText: SQL | Column, typed: string): SQL[] {
  return typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => sql`${foldedText} like '%' || fold_text(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`)
}
