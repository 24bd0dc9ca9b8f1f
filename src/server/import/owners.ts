/** Whose record a line is about: accounts by their address. */
import { and, inArray, not, sql } from 'drizzle-orm'
import { isUnprovenRegistration } from '../accounts/expiredRegistration.ts'
import { users } from '../db/tables.ts'
import type { Batch } from './importKind.ts'
import { type Problem, problem } from './problems.ts'

export type Owner = {
  /** null if this dry run would add the account. */
  readonly id: number | null
  readonly problem?: Problem
}

/** A registration that nobody has validated owns nothing: whoever made it may have typed somebody else's address. */
export async function findOwners({ db, planned }: Batch, usernames: readonly string[]): Promise<(username: string) => Owner> {
  const wanted = [...new Set(usernames)]
  const isUnproven = sql<boolean>`(${isUnprovenRegistration(db)})`
  const rows = await db
    .select({ id: users.id, username: users.username, isUnproven })
    .from(users)
    .where(and(inArray(users.username, wanted), not(users.isDeleted)))
  const stored = new Map(rows.map((row) => [row.username, row]))
  const toBeAdded = await planned.find('customer', wanted)
  return (username) => {
    if (toBeAdded.has(username)) return { id: null }
    const row = stored.get(username)
    if (row === undefined) return { id: null, problem: problem('username', 'no account has this address') }
    if (row.isUnproven) return { id: null, problem: problem('username', 'the account with this address has not been validated yet') }
    return { id: row.id }
  }
}

/** The ids that exist. Never empty, because SQL has no empty list; no row has id 0. */
export function idsOf(owners: readonly Owner[]): number[] {
  return [0, ...new Set(owners.flatMap(({ id }) => (id === null ? [] : [id])))]
}
