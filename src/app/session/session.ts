/** Who is signed in, and the way in and out. Local storage holds the session (sessionStore.ts); the server judges it. */
import { useSyncExternalStore } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import type { Role } from '../../contract/rules.ts'
import { api } from '../api/api.ts'
import { storedLocale } from '../i18n/i18n.ts'
import { pendingRequestsSettled } from '../api/serverReachability.ts'
import { sessionStore } from '../api/sessionStore.ts'

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

export type Credentials = { readonly username: string; readonly password: string }

/** A code was sent by SMS: to which number (partly hidden), and when (as Date.now gives it) another can be sent. */
export type CodeStep = { readonly phoneNumber: string; readonly resendAt: number }

/** The first step: the credentials are checked. Null where `signIn` can follow at once. Rejects with section 8's codes, as do the others. */
export async function beginSignIn(credentials: Credentials): Promise<CodeStep | null> {
  const { displayCodeValidation, phoneNumber, resendInSeconds } = await api.authentication.beforeLogin({ body: credentials })
  if (!displayCodeValidation) return null
  return { phoneNumber: phoneNumber ?? '', resendAt: Date.now() + (resendInSeconds ?? 0) * 1000 }
}

/** The last step, after checkSmsCode where a code was asked for. */
export async function signIn(credentials: Credentials): Promise<LoginSession> {
  const session = await api.authentication.login({ body: credentials })
  sessionStore.write(session)
  // For the language of mails. The app has its own copy, so a failure costs nothing now.
  void api.locale.setLocale({ body: { locale: storedLocale() } }).catch(() => undefined)
  return session
}

const pendingRequestsTimeoutMs = 2_000

type SignOutHook = () => unknown
const signOutHooks = new Set<SignOutHook>()

/** Registers what forgets a person's data when they sign out, so that the next user of this computer finds nothing of them. */
export function addSignOutHook(hook: SignOutHook): void {
  signOutHooks.add(hook)
}

/** Ends the session on the server, then here whatever the server said: a person without a network can leave too. */
export async function signOut(): Promise<void> {
  // What was asked or saved in this person's name is answered first, with what it leads to. Where that takes long, such as many files fetched
  // one after the other, nothing new begins: the server would refuse it.
  await pendingRequestsSettled(pendingRequestsTimeoutMs)
  sessionStore.leave()
  await pendingRequestsSettled(pendingRequestsTimeoutMs)
  await api.authentication.logout({ signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  await Promise.allSettled([...signOutHooks].map(async (hook) => hook()))
  sessionStore.end()
}
