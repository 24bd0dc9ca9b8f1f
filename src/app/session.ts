/** Who is signed in, and the way in and out. Local storage holds the session (sessionStore.ts); the server judges it. */
import { useSyncExternalStore } from 'react'
import type { LoginSession } from '../contract/authentication.ts'
import type { Role } from '../contract/rules.ts'
import { AppError } from '../errors.ts'
import { api } from './api.ts'
import { storedLocale } from './i18n.ts'
import { sessionStore } from './sessionStore.ts'

/** The signed-in person, or null. */
export function useSession(): LoginSession | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
}

/** The role in force is the first one (section 6). */
export function roleOf(session: LoginSession): Role
export function roleOf(session: LoginSession | null): Role | null
export function roleOf(session: LoginSession | null): Role | null {
  return session?.roles[0] ?? null
}

/** Credentials are checked first; where the server then asks for a code, `code.required.error` says so. Rejects with section 8's codes. */
export async function signIn(credentials: { username: string; password: string }): Promise<LoginSession> {
  const { displayCodeValidation } = await api.authentication.beforeLogin({ body: credentials })
  if (displayCodeValidation) throw new AppError('code.required.error')
  const session = await api.authentication.login({ body: credentials })
  sessionStore.write(session)
  // For the language of mails. The app has its own copy, so a failure costs nothing now.
  void api.locale.setLocale({ body: { locale: storedLocale() } }).catch(() => undefined)
  return session
}

type Wipe = () => unknown
const wipes = new Set<Wipe>()

/** Registers what forgets a person's data when they sign out, so that the next user of this computer finds nothing of them. */
export function onSignOut(wipe: Wipe): void {
  wipes.add(wipe)
}

/** Ends the session on the server, then here whatever the server said: a person without a network can leave too. */
export async function signOut(): Promise<void> {
  await api.authentication.logout({ signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  await Promise.allSettled([...wipes].map(async (wipe) => wipe()))
  sessionStore.end()
}
