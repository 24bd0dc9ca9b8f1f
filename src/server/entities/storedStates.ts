/** The states of releases in the database. A deleted firmware has its own (`deletedState`): what its release was, ended since like the others. */
import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { offeredStates, type Standing } from '../../contract/releaseStates.ts'
import { firmwares, releases } from '../db/tables.ts'

type FirmwareRow = Pick<typeof firmwares.$inferSelect, 'deletedState' | 'deletedReach'>

export function standingOf({ deletedState, deletedReach }: FirmwareRow, { state, reach }: Standing): Standing {
  return { state: deletedState ?? state, reach: deletedReach ?? reach }
}

/** SQL on `releases`, or an alias of it: it is offered to somebody. */
export function isOffered({ state }: { readonly state: PgColumn } = releases): SQL {
  return inArray(state, [...offeredStates])
}

const ofRelease = (column: SQLWrapper) => sql`(select ${column} from ${releases} where ${releases.id} = ${firmwares.releaseId})`

/** SQL on `firmwares` alone: what `flagsOf` says of `standingOf`. */
export const flagColumns = {
  isActive: sql`(${inArray(sql`coalesce(${firmwares.deletedState}, ${ofRelease(releases.state)})`, [...offeredStates])})`,
  isBetaTest: sql`(${eq(sql`coalesce(${firmwares.deletedReach}, ${ofRelease(releases.reach)})`, 'beta')})`,
}
