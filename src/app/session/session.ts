/** Who is signed in, and how to sign in and out. Local storage holds the session (sessionStore.ts); the server checks it. */
import { useSyncExternalStore } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import type { PasskeySignature } from '../../contract/factors.ts'
import type { FactorKind, Locale, Role } from '../../contract/rules.ts'
import { api } from '../api/api.ts'
import { activateLocale, chooseLocale, preferredLocale, shownLocale } from '../i18n/i18n.ts'
import { pendingRequestsSettled } from '../api/serverReachability.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { endImpersonation } from './impersonation.ts'

/** The signed-in user's session, or null. */
export function useSession(): LoginSession | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
}

/** Whether the last session here ended without a sign-out. */
export function useHasExpired(): boolean {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.hasExpired)
}

/** The first role counts (the specification, section 6). */
export function roleOf(session: LoginSession): Role
export function roleOf(session: LoginSession | null): Role | null
export function roleOf(session: LoginSession | null): Role | null {
  return session?.roles[0] ?? null
}

export type Credentials = { readonly username: string; readonly password: string }

/** An SMS code was sent to this number (partly hidden). Another one can be sent at `resendAt`, in ms since 1970. */
export type CodeStep = { readonly phoneNumber: string; readonly resendAt: number }

/** What follows the password: a code sent by SMS, unless `code` is null, or any of the account's own factors. */
export type SecondStep = { readonly code: CodeStep | null; readonly factors: readonly FactorKind[] }

/**
 * Checks the credentials. Returns null when `signIn` can follow at once. Rejects with the specification's error codes (section 8), as the
 * other calls do.
 */
export async function beginSignIn(credentials: Credentials): Promise<SecondStep | null> {
  const answer = await api.authentication.beforeLogin({ body: credentials })
  const { displayCodeValidation, phoneNumber, resendInSeconds, factors = [] } = answer
  if (!displayCodeValidation) return factors.length === 0 ? null : { code: null, factors }
  return { code: { phoneNumber: phoneNumber ?? '', resendAt: Date.now() + (resendInSeconds ?? 0) * 1000 }, factors }
}

/** Whether the last choice of a language was a guest's: the account to which they sign in gets it. */
let hasGuestChosen = false

/**
 * Shows the chosen language and stores it in this browser. Signed in, also in the own account, for mails and other browsers; as a guest, at
 * the next sign-in.
 */
export async function chooseLanguage(locale: Locale): Promise<void> {
  if (!(await chooseLocale(locale))) return
  hasGuestChosen = sessionStore.readOwn() === null
  if (sessionStore.dataOwner() !== null) void storeInAccount(locale)
}

async function storeInAccount(locale: Locale): Promise<void> {
  // The browser has its own copy, so a failure does not matter.
  await api.locale.setLocale({ body: { locale } }).catch(() => undefined)
}

/** Shows the account's language, unless another one was chosen in this browser. */
export async function showLanguageOf({ locale }: LoginSession): Promise<void> {
  // Without a network the page stays readable in the language before.
  if (locale !== undefined) await activateLocale(preferredLocale(locale)).catch(() => undefined)
}

/** Signs in, after checkSmsCode or checkFactor when a second step was required. */
export async function signIn(credentials: Credentials): Promise<LoginSession> {
  return startSession(await api.authentication.login({ body: credentials }))
}

export async function signInWithPasskey(signature: PasskeySignature): Promise<LoginSession> {
  return startSession(await api.factorSignIn.loginWithPasskey({ body: { signature } }))
}

async function startSession(session: LoginSession): Promise<LoginSession> {
  // A view that was open when somebody signed out in another tab.
  sessionStore.endImpersonation()
  sessionStore.write(session)
  sessionStore.noteProof()
  await showLanguageOf(session)
  if (hasGuestChosen) void storeInAccount(shownLocale())
  hasGuestChosen = false
  return session
}

const pendingRequestsTimeoutMs = 2_000

type SignOutHook = () => unknown
const signOutHooks = new Set<SignOutHook>()

/** Registers a function that deletes a user's data on sign-out, so that the next user of this computer finds nothing. */
export function addSignOutHook(hook: SignOutHook): void {
  signOutHooks.add(hook)
}

/**
 * Ends the session on the server, then here, whatever the server answers: signing out works offline too. An administrator who views the
 * portal as a customer leaves that view and stays signed in.
 */
export async function signOut(): Promise<void> {
  if (sessionStore.readView() !== null) return endImpersonation()
  // Requests in this user's name finish first, with those that follow from them. After the time-out, for example during a series of
  // downloads, no new ones may start: the server would refuse them.
  await pendingRequestsSettled(pendingRequestsTimeoutMs)
  sessionStore.leave()
  await pendingRequestsSettled(pendingRequestsTimeoutMs)
  await api.authentication.logout({ signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  await Promise.allSettled([...signOutHooks].map(async (hook) => hook()))
  sessionStore.end()
}
