/** The signed-in user's profile, for the profile screen and the layouts. */
import { api } from '../api/api.ts'
import { queryOf } from '../api/queryOf.ts'
import { sessionStore } from '../api/sessionStore.ts'

export const ownProfile = queryOf(api.user.getProfile)

/**
 * Copies a new e-mail address into the session, because a password change signs in again with it. The address may have been confirmed in
 * another browser.
 */
export function followUsername({ id, username }: { readonly id: number; readonly username: string }): void {
  const session = sessionStore.dataOwner()
  if (session?.id === id && session.username !== username) sessionStore.write({ ...session, username })
}
