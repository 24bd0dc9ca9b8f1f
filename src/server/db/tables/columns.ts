/** The column shapes that every table shares, so that an id or an instant is the same everywhere. */
import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A row's own id. `always`: an insert that names an id is a mistake. Ids stay far below 2^53, hence numbers. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** The id of another table's row. */
export const reference = () => bigint({ mode: 'number' })

/** To the millisecond, as a Date has it: a value read back compares equal to the one written. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
