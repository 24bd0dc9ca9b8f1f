/** Keeps the login session in local storage (section 3), so that all tabs share it. Knows no calls; `session.ts` signs in and out. */
import * as v from 'valibot'
import { type LoginSession, loginSession } from '../../contract/authentication.ts'
import type { ApiSession } from './tokenRefresh.ts'

const key = 'fieldport.user'
const listeners = new Set<() => void>()
let hasLeft = false
let cache: { readonly text: string | null; readonly session: LoginSession | null } = { text: null, session: null }

/** The stored session, the same object as long as the text is the same; null where there is none or it is not one of ours. */
function read(): LoginSession | null {
  const text = localStorage.getItem(key)
  if (text !== cache.text) cache = { text, session: parse(text) }
  return cache.session
}

function parse(text: string | null): LoginSession | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), loginSession), text)
  return parsed.success ? parsed.output : null
}

function write(session: LoginSession): void {
  localStorage.setItem(key, JSON.stringify(session))
  tell()
}

function end(): void {
  hasLeft = false
  localStorage.removeItem(key)
  tell()
}

/** Signing out has begun; `end` is what ends it. */
function leave(): void {
  hasLeft = true
}

function isLeaving(): boolean {
  return hasLeft
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when the session changes, in this tab or another. Returns what stops it. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', tellOfOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', tellOfOtherTab)
  }
}

/** A null key means that another tab cleared all of the storage. */
function tellOfOtherTab(event: StorageEvent): void {
  if (event.key === key || event.key === null) tell()
}

/** Web Locks exist only where the page is secure (HTTPS or localhost); elsewhere each tab looks after itself and the server's grace helps. */
function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('fieldport-session', task) : task()
}

export const sessionStore = { read, write, leave, isLeaving, end, subscribe, exclusively } satisfies ApiSession & Record<string, unknown>
