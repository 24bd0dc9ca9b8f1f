/**
 * Keeps the login session in local storage, where all tabs share it (the specification, section 4). While an administrator views the portal
 * as a customer, this tab's session is made of theirs and of that view (storedImpersonation.ts). Knows no calls; session.ts signs in and out.
 */
import * as v from 'valibot'
import { type LoginSession, loginSession } from '../../contract/authentication.ts'
import type { PasswordDue } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { createStoredItem } from '../browser/storedItem.ts'
import { askProof, forgetProof, isProvedBy, noteProof } from './freshProof.ts'
import { readImpersonation, type StoredImpersonation, subscribeToImpersonation, writeImpersonation } from './storedImpersonation.ts'
import type { ApiSession, Due } from './tokenRefresh.ts'

/** `impersonateToken` is stored apart. */
const ownSession = v.omit(loginSession, ['impersonateToken'])

const item = createStoredItem('fieldport.user')
/** Stands in place of a session that the server has ended: the sign-in page of every tab says so, until somebody signs in or out. */
const expired = 'expired'
let hasLeft = false
let cache: { readonly text: string | null; readonly session: LoginSession | null } = { text: null, session: null }

/** The session of the person signed in to this browser; null if there is none or it does not match the schema. */
function readOwn(): LoginSession | null {
  const text = item.get()
  if (text !== cache.text) cache = { text, session: parse(text) }
  return cache.session
}

function parse(text: string | null): LoginSession | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ownSession), text)
  return parsed.success ? parsed.output : null
}

/** The customer as whom this tab's user views the portal; null if there is none, or the administrator has signed out since. */
function readView(): StoredImpersonation | null {
  const view = readImpersonation()
  return view !== null && view.administratorId === readOwn()?.id ? view : null
}

let viewing: { readonly own: LoginSession; readonly view: StoredImpersonation; readonly session: LoginSession } | null = null

/** The session in force in this tab, or null. Returns the same object until what is stored changes. */
function read(): LoginSession | null {
  const own = readOwn()
  const view = readView()
  if (own === null || view === null) return own
  if (viewing?.own !== own || viewing.view !== view) {
    const { customer, impersonateToken } = view
    viewing = { own, view, session: { ...own, id: customer.id, username: customer.username, roles: ['ROLE_CUSTOMER'], impersonateToken } }
  }
  return viewing.session
}

/**
 * The session of the person whose data this browser may store and send later. Null for guests, and while an administrator views the portal
 * as a customer: nothing of either is touched then.
 */
function dataOwner(): LoginSession | null {
  return readView() === null ? readOwn() : null
}

/** Stores a new session, or its renewed tokens. Throws `storage.unavailable.error` where the browser has no room for them. */
function write(session: LoginSession): void {
  try {
    item.set(JSON.stringify(session))
  } catch (cause) {
    throw new AppError('storage.unavailable.error', { cause })
  }
}

/** Notes why the signed-in person is to choose another password; undefined once they need not, or have put it off. */
function writePasswordDue(passwordDue: PasswordDue | undefined): void {
  const own = readOwn()
  if (own === null || own.passwordDue === passwordDue) return
  const { passwordDue: _, ...session } = own
  write(passwordDue === undefined ? session : { ...session, passwordDue })
}

/** Notes that the signed-in person is to add a second factor (0); undefined once they have one. */
function writeFactorDue(factorDueInSeconds: number | undefined): void {
  const own = readOwn()
  if (own === null || own.factorDueInSeconds === factorDueInSeconds) return
  const { factorDueInSeconds: _, ...session } = own
  write(factorDueInSeconds === undefined ? session : { ...session, factorDueInSeconds })
}

function noteDue(due: Due): void {
  if (due === 'password') writePasswordDue('setByStaff')
  else writeFactorDue(0)
}

/** Ends the session here: the user has signed out, or the server has refused it. */
function end(cause?: 'refused'): void {
  hasLeft = false
  forgetProof()
  writeImpersonation(null)
  item.set(cause === 'refused' ? expired : null)
}

function hasExpired(): boolean {
  return item.get() === expired
}

/** From now on this tab's session is the customer's. */
function impersonate(view: StoredImpersonation): void {
  writeImpersonation(view)
}

/** The administrator's own session is in force again. With a token only if the view is the one of that token. */
function endImpersonation(impersonateToken?: string): void {
  if (impersonateToken === undefined || readImpersonation()?.impersonateToken === impersonateToken) writeImpersonation(null)
}

/** Marks the start of a sign-out, which `end` completes. */
function leave(): void {
  hasLeft = true
}

function isLeaving(): boolean {
  return hasLeft
}

/** Calls `listener` when the session changes, in this tab or another. Returns a function that unsubscribes. */
function subscribe(listener: () => void): () => void {
  const stops = [item.subscribe(listener).unsubscribe, subscribeToImpersonation(listener)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Web Locks need a secure context (HTTPS or localhost). Without them each tab refreshes on its own: the server accepts a used refresh token
 * for ten more seconds.
 */
function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('fieldport-session', task) : task()
}

export const sessionStore = {
  read,
  readOwn,
  readView,
  dataOwner,
  write,
  writePasswordDue,
  writeFactorDue,
  noteDue,
  isProved: () => isProvedBy(readOwn()?.id),
  noteProof: () => noteProof(readOwn()?.id ?? 0),
  askProof,
  impersonate,
  endImpersonation,
  leave,
  isLeaving,
  end,
  hasExpired,
  subscribe,
  exclusively,
} satisfies ApiSession & Record<string, unknown>
