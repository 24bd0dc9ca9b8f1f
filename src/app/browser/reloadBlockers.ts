/**
 * What a reload into a new version must not interrupt, in any tab. Each is a Web Lock, held as long as the work lasts; the browser releases
 * the locks of a closed page. Knows no screen.
 */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { useEffect } from 'react'

export type ReloadBlocker = 'update' | 'form' | 'outbox'

/**
 * 'fieldport-update' is the detector's lock (detectorLock.ts), which an update holds exclusively. 'fieldport-outbox' is held while sending
 * (appOutbox.ts).
 */
const locks: Readonly<Record<ReloadBlocker, readonly string[]>> = {
  update: ['fieldport-update', 'fieldport-update-flow'],
  form: ['fieldport-form'],
  outbox: ['fieldport-outbox'],
}

type OwnLock = 'fieldport-update-flow' | 'fieldport-form'

/** What this page holds itself, at once. */
const heldHere = new Store<readonly OwnLock[]>([])

/** Whether this page updates a detector. */
export function useIsUpdatingHere(): boolean {
  return useSelector(heldHere, (held) => held.includes('fieldport-update-flow'))
}

/** Holds the lock until the returned function is called. */
export function blockReload(lock: OwnLock): () => void {
  heldHere.setState((held) => [...held, lock])
  const release = holdInBrowser(lock)
  return () => {
    heldHere.setState((held) => held.toSpliced(held.indexOf(lock), 1))
    release()
  }
}

function holdInBrowser(lock: OwnLock): () => void {
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

/** The most important blocker in any tab, or null. */
export async function findReloadBlocker(): Promise<ReloadBlocker | null> {
  if (!('locks' in navigator)) return null
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.flatMap(({ name, mode }) => (name === 'fieldport-update' && mode === 'shared' ? [] : [name])))
  if (locks.update.some((name) => names.has(name))) return 'update'
  if (locks.form.some((name) => names.has(name))) return 'form'
  return locks.outbox.some((name) => names.has(name)) ? 'outbox' : null
}

/** As `findReloadBlocker`, after waiting until nothing is being sent. */
export async function findReloadBlockerAfterSending(): Promise<Exclude<ReloadBlocker, 'outbox'> | null> {
  for (;;) {
    const blocker = await findReloadBlocker()
    if (blocker !== 'outbox') return blocker
    // The outbox sends under this lock, so it is granted when sending is done.
    for (const lock of locks.outbox) await navigator.locks.request(lock, () => {})
  }
}

/** Blocks reloads while a form has unsaved changes. */
export function useBlockReload(isChanged: boolean): void {
  useEffect(() => (isChanged ? blockReload('fieldport-form') : undefined), [isChanged])
}
