/** Passes link events to listeners by the rules of section 4 of the device document. Knows no detector. */
import type { LinkEvent } from '../../device/link/transport.ts'
import { updateElsewhere } from './updateElsewhere.ts'

const listeners = new Set<(event: LinkEvent) => void>()
let hasReportedBadChecksum = false

/** Listens for link events; of the bad checksums of one update, only the first is reported. Returns how to stop listening. */
export function onLinkEvent(listener: (event: LinkEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when an update starts, so that its first bad checksum is reported. */
export function resetBadChecksum(): void {
  hasReportedBadChecksum = false
}

export function emitLinkEvent(event: LinkEvent, isUpdating: boolean): void {
  // Browsers deliver the replies to another tab's update to this tab too.
  if (updateElsewhere() !== null) return
  if (isUpdating && event === 'badChecksum') {
    if (hasReportedBadChecksum) return
    hasReportedBadChecksum = true
  }
  // Section 4: an unknown type reloads the page. An update that receives one ends with `mustReload` instead, so that it is recorded first.
  if (event === 'unknownMessage') location.reload()
  for (const listener of listeners) listener(event)
}
