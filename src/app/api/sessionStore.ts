/** Keeps the login session in local storage (section 3), so that all tabs share it. Knows no calls; `session.ts` signs in and out. */
import * as v from 'valibot'
import { type LoginSession, loginSession } from '../../contract/authentication.ts'
import { createStoredItem } from '../browser/storedItem.ts'
import type { ApiSession } from './tokenRefresh.ts'

const item = createStoredItem('fieldport.user')
let hasLeft = false
let cache: { readonly text: string | null; readonly session: LoginSession | null } = { text: null, session: null }

/** The stored session, the same object as long as the text is the same; null where there is none or it is not one of ours. */
function read(): LoginSession | null {
  const text = item.get()
  if (text !== cache.text) cache = { text, session: parse(text) }
  return cache.session
}

function parse(text: string | null): LoginSession | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), loginSession), text)
  return parsed.success ? parsed.output : null
}

function write(session: LoginSession): void {
  item.set(JSON.stringify(session))
}

function end(): void {
  hasLeft = false
  item.set(null)
}

/** Signing out has begun; `end` is what ends it. */
function leave(): void {
  hasLeft = true
}

function isLeaving(): boolean {
  return hasLeft
}

/** Calls `listener` when the session changes, in this tab or another. Returns what stops it. */
function subscribe(listener: () => void): () => void {
  return item.subscribe(listener).unsubscribe
}

/** Web Locks exist only where the page is secure (HTTPS or localhost); elsewhere each tab looks after itself and the server's grace helps. */
function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('fieldport-session', task) : task()
}

export const sessionStore = { read, write, leave, isLeaving, end, subscribe, exclusively } satisfies ApiSession & Record<string, unknown>
