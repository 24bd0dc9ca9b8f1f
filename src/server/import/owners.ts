/** Whose record a line is about: accounts by their address. */
import { and, inArray, not, sql } from 'drizzle-orm'
import { noPassword } from '../auth/passwords/passwords.ts'
import { users } from '../db/tables.ts'
import type { Batch } from './importKind.ts'
import { type Problem, problem } from './problems.ts'

export type Owner = {
  /** null if this dry run would add the account. */
  readonly id: number | null
  readonly problem?: Problem
}

/** An account whose password was chosen before its address was proven gets nothing: it may be a stranger's, who typed that address. */
export async function findOwners({ db, planned }: Batch, usernames: readonly string[]): Promise<(username: string) => Owner> {
  const wanted = [...new Set(usernames)]
  const isUnproven = sql<boolean>`(not ${users.accountValidated} and ${users.passwordHash} <> ${noPassword})`
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
