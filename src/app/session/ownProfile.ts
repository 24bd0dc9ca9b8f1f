/** The signed-in person's own profile, for the screen that edits it and the layouts that read it. */
import { api } from '../api/api.ts'
import { queryOf } from '../api/queryOf.ts'
import { sessionStore } from '../api/sessionStore.ts'

export const ownProfile = queryOf(api.user.getProfile)

/** The session names the address too: a changed password signs in with it. An address counts from when its link was followed, wherever that was. */
export function followUsername({ id, username }: { readonly id: number; readonly username: string }): void {
  const session = sessionStore.read()
  if (session?.id === id && session.username !== username) sessionStore.write({ ...session, username })
}
