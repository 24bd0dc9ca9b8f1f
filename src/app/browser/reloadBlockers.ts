/**
 * What a new version of the app must not cut off, in any tab of this origin: each is a Web Lock that is held for as long as it lasts. The
 * browser itself lets go of the locks of a page that ends. Knows no screen.
 */
import { useEffect } from 'react'

export type ReloadBlocker = 'update' | 'form' | 'outbox'

/** 'fieldport-update' is the detector's own lock (detectorLock.ts; an update holds it alone), 'fieldport-outbox' the sending's (appOutbox.ts). */
const locks: Readonly<Record<ReloadBlocker, readonly string[]>> = {
  update: ['fieldport-update', 'fieldport-update-flow'],
  form: ['fieldport-form'],
  outbox: ['fieldport-outbox'],
}

/** Says that something of this kind has begun, until the returned function is called. */
export function blockReload(lock: 'fieldport-update-flow' | 'fieldport-form'): () => void {
  if (!('locks' in navigator)) return () => {}
  const released = new AbortController()
  void navigator.locks.request(
    lock,
    { mode: 'shared' },
    () =>
      new Promise<void>((resolve) => {
        released.signal.addEventListener('abort', () => resolve())
        if (released.signal.aborted) resolve()
      }),
  )
  return () => released.abort()
}

/** What is under way in some tab, the gravest first; null where nothing is. */
export async function findReloadBlocker(): Promise<ReloadBlocker | null> {
  if (!('locks' in navigator)) return null
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.flatMap(({ name, mode }) => (name === 'fieldport-update' && mode === 'shared' ? [] : [name])))
  if (locks.update.some((name) => names.has(name))) return 'update'
  if (locks.form.some((name) => names.has(name))) return 'form'
  return locks.outbox.some((name) => names.has(name)) ? 'outbox' : null
}

/** Waits out a sending, which takes a moment, in whichever tab, and then says what is under way; null where nothing is. */
export async function findReloadBlockerAfterSending(): Promise<Exclude<ReloadBlocker, 'outbox'> | null> {
  for (;;) {
    const blocker = await findReloadBlocker()
    if (blocker !== 'outbox') return blocker
    // In line behind it: its turn comes when what is being sent has been sent.
    for (const lock of locks.outbox) await navigator.locks.request(lock, () => {})
  }
}

/** Holds a new version back while a form has changes that are not saved. */
export function useBlockReload(isChanged: boolean): void {
  useEffect(() => (isChanged ? blockReload('fieldport-form') : undefined), [isChanged])
}
