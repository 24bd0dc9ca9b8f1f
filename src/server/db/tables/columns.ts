/** Column types that all tables share. */
import { type AnyPgColumn, bigint, timestamp } from 'drizzle-orm/pg-core'

/** A row's own id. `always`: an insert must not set an id. Ids stay far below 2^53, so numbers are safe. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** The id of another table's row. */
export const reference = () => bigint({ mode: 'number' })

/** The id of the row that this one belongs to, and goes with. */
export const partOf = (owner: () => AnyPgColumn) => reference().notNull().references(owner, { onDelete: 'cascade' })

/** With the precision of a JavaScript Date, so that a value read back equals the one written. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
