/** Which accounts are written to without having asked for it. Knows no message. */
import { and, not } from 'drizzle-orm'
import { users } from '../db/tables.ts'

/** SQL condition on `users`: as `maySignIn` of auth/caller.ts. */
export const canSignIn = () => and(users.accountValidated, not(users.accountLocked), not(users.isDeleted))
