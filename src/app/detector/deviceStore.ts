/** What the page knows of the detector and of its update, for React. Knows no USB and no worker: device.ts tells it. */
import { useSyncExternalStore } from 'react'
import type { DetectorAccessory, DetectorIdentity } from '../../device/detector.ts'
import type { UpdateState } from '../../device/update/updateState.ts'
import type { ErrorCode } from '../../errors.ts'

export type DetectorState =
  | { readonly status: 'absent' }
  /** More than one detector is plugged in and allowed: `chooseDetector(key)`. */
  | { readonly status: 'choosing'; readonly candidates: readonly { readonly key: string; readonly label: string }[] }
  | { readonly status: 'connecting' }
  | {
      readonly status: 'connected'
      readonly isSimulated: boolean
      readonly label: string
      readonly identity: DetectorIdentity
      readonly accessories: readonly DetectorAccessory[]
    }
  /** Unplugged; `identity` of the one that was here. */
  | { readonly status: 'lost'; readonly identity: DetectorIdentity | null }
  | { readonly status: 'failed'; readonly cause: ErrorCode }

let detector: DetectorState = { status: 'absent' }
let update: UpdateState | null = null
const listeners = new Set<() => void>()

export function detectorState(): DetectorState {
  return detector
}

export function setDetector(next: DetectorState): void {
  detector = next
  for (const listener of listeners) listener()
}

/** Called five times a second at most, and once for each change of phase. */
export function setUpdate(next: UpdateState | null): void {
  update = next
  for (const listener of listeners) listener()
}

export function clearUpdate(): void {
  setUpdate(null)
}

export function useDetector(): DetectorState {
  return useSyncExternalStore(subscribe, detectorState)
}

/** The running update, or how the last one ended until `clearUpdate`. */
export function useUpdate(): UpdateState | null {
  return useSyncExternalStore(subscribe, () => update)
}

/** Returns what stops it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
