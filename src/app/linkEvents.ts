/** What a link says besides its replies: to whom it is told, and what the page does about it. Knows no detector. */
import type { LinkEvent } from '../device/workerApi.ts'
import { updateElsewhere } from './updateElsewhere.ts'

const listeners = new Set<(event: LinkEvent) => void>()
let hasHeardBadChecksum = false

/** Hears of frames with a bad checksum, of an update's once (section 4: shown as a toast and ignored). Returns how to stop. */
export function onLinkEvent(listener: (event: LinkEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An update begins: its first bad checksum is told again. */
export function forgetBadChecksum(): void {
  hasHeardBadChecksum = false
}

export function tellLinkEvent(event: LinkEvent, isUpdating: boolean): void {
  // The system gives every tab the replies to another tab's update.
  if (updateElsewhere() !== null) return
  if (isUpdating && event === 'badChecksum') {
    if (hasHeardBadChecksum) return
    hasHeardBadChecksum = true
  }
  // Section 4: any other type reloads the page. An update that meets one ends with `mustReload` instead, and is recorded first.
  if (event === 'unknownMessage') location.reload()
  for (const listener of listeners) listener(event)
}
