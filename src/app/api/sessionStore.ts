/**
 * Keeps the login session in local storage, where all tabs share it (the specification, section 3). Knows no calls; session.ts signs in and
 * out.
 */
import * as v from 'valibot'
import { type LoginSession, loginSession } from '../../contract/authentication.ts'
import { createStoredItem } from '../browser/storedItem.ts'
import type { ApiSession } from './tokenRefresh.ts'

const item = createStoredItem('fieldport.user')
let hasLeft = false
let cache: { readonly text: string | null; readonly session: LoginSession | null } = { text: null, session: null }

/**
 * The stored session, or null when there is none or it does not match the schema. Returns the same object until the stored text changes.
 */
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

/** Marks the start of a sign-out, which `end` completes. */
function leave(): void {
  hasLeft = true
}

function isLeaving(): boolean {
  return hasLeft
}

/** Calls `listener` when the session changes, in this tab or another. Returns a function that unsubscribes. */
function subscribe(listener: () => void): () => void {
  return item.subscribe(listener).unsubscribe
}

/**
 * Web Locks need a secure context (HTTPS or localhost). Without them each tab refreshes on its own: the server accepts a used refresh token
 * for ten more seconds.
 */
function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('fieldport-session', task) : task()
}

export const sessionStore = { read, write, leave, isLeaving, end, subscribe, exclusively } satisfies ApiSession & Record<string, unknown>
