/** What the page knows about the detector, for React. Knows no USB and no worker: device.ts writes it. */
import { Store, useSelector } from '@tanstack/react-store'
import type { DetectorAccessory, DetectorIdentity } from '../../device/detector.ts'
import type { ErrorCode } from '../../errors.ts'

export type LossCause = Extract<ErrorCode, 'device.disconnected.error' | 'device.handle.lost.error'>

/** A detector that has answered. */
type Candidate = { readonly key: string; readonly label: string; readonly serialNumber: string }

export type DetectorState =
  | { readonly status: 'absent' }
  /** More than one detector is plugged in and allowed; continue with `chooseDetector(key)`. */
  | { readonly status: 'choosing'; readonly candidates: readonly Candidate[] }
  | { readonly status: 'connecting' }
  | {
      readonly status: 'connected'
      readonly isSimulated: boolean
      readonly label: string
      readonly identity: DetectorIdentity
      readonly accessories: readonly DetectorAccessory[]
    }
  /** Unplugged, or lost by the browser. `identity` is that of the detector that was connected, or null. */
  | { readonly status: 'lost'; readonly cause: LossCause; readonly identity: DetectorIdentity | null }
  | { readonly status: 'failed'; readonly cause: ErrorCode }

export type ConnectedDetector = Extract<DetectorState, { status: 'connected' }>

const detectorStore = new Store<DetectorState>({ status: 'absent' })
let lastIdentity: DetectorIdentity | null = null

export function detectorState(): DetectorState {
  return detectorStore.state
}

export function setDetector(detector: DetectorState): void {
  if (detector.status === 'connected') lastIdentity = detector.identity
  detectorStore.setState(() => detector)
}

export function isOtherConnected(serialNumber: string): boolean {
  const { state } = detectorStore
  return state.status === 'connected' && state.identity.serialNumber !== serialNumber
}

/** Sets a state that makes way for `absent` once `end` resolves. */
export async function setDetectorUntil(detector: DetectorState, end: Promise<void>): Promise<void> {
  setDetector(detector)
  await end
  if (detectorState() === detector) setDetector({ status: 'absent' })
}

/** Calls `listener` with each state. */
export function onDetector(listener: (detector: DetectorState) => void): void {
  detectorStore.subscribe(listener)
}

function hasSerial(state: DetectorState, serialNumber: string): boolean {
  return state.status === 'connected' && state.identity.serialNumber === serialNumber
}

/** Resolves once the detector with this serial number is connected: true; or once `signal` is aborted: false. */
export function untilConnected(serialNumber: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (hasSerial(detectorStore.state, serialNumber)) return resolve(true)
    const { unsubscribe } = detectorStore.subscribe((state) => {
      if (!hasSerial(state, serialNumber)) return
      unsubscribe()
      resolve(true)
    })
    signal.addEventListener('abort', () => {
      unsubscribe()
      resolve(false)
    })
  })
}

export function useDetector(): DetectorState {
  return useSelector(detectorStore)
}

/** Of the detector that this page had connected last, whatever came of it since. */
export function useLastSerialNumber(): string | null {
  return useSelector(detectorStore, () => lastIdentity?.serialNumber ?? null)
}

/** What that detector has said of its battery; null while that is unknown. */
export function useBatteryPercent(): number | null {
  return useSelector(detectorStore, () => lastIdentity?.batteryPercent ?? null)
}
