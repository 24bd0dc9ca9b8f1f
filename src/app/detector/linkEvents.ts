/** Passes link events to listeners and applies the rules of section 4. Knows no detector. */
import type { LinkEvent } from '../../device/workerApi.ts'
import { updateElsewhere } from './updateElsewhere.ts'

const listeners = new Set<(event: LinkEvent) => void>()
let hasHeardBadChecksum = false

/** Listens for link events; an update reports a bad checksum only once (section 4: a toast). Returns how to stop listening. */
export function onLinkEvent(listener: (event: LinkEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when an update starts, so that its first bad checksum is reported. */
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
