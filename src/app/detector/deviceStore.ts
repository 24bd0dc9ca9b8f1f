/** What the page knows about the detector and its update, for React. Knows no USB and no worker: device.ts writes it. */
import { Store, useSelector } from '@tanstack/react-store'
import type { DetectorAccessory, DetectorIdentity } from '../../device/detector.ts'
import type { UpdateState } from '../../device/update/updateState.ts'
import type { ErrorCode } from '../../errors.ts'

export type DetectorState =
  | { readonly status: 'absent' }
  /** More than one detector is plugged in and allowed; continue with `chooseDetector(key)`. */
  | { readonly status: 'choosing'; readonly candidates: readonly { readonly key: string; readonly label: string }[] }
  | { readonly status: 'connecting' }
  | {
      readonly status: 'connected'
      readonly isSimulated: boolean
      readonly label: string
      readonly identity: DetectorIdentity
      readonly accessories: readonly DetectorAccessory[]
    }
  /** Unplugged. `identity` is that of the detector that was connected, or null. */
  | { readonly status: 'lost'; readonly identity: DetectorIdentity | null }
  | { readonly status: 'failed'; readonly cause: ErrorCode }

type DeviceState = {
  readonly detector: DetectorState
  /** The running update, or how the last one ended until `clearUpdate`. */
  readonly update: UpdateState | null
}

const deviceStore = new Store<DeviceState>({ detector: { status: 'absent' }, update: null })

export function detectorState(): DetectorState {
  return deviceStore.state.detector
}

export function setDetector(detector: DetectorState): void {
  deviceStore.setState((state) => ({ ...state, detector }))
}

/** Called at most five times a second, and for each new phase. */
export function setUpdate(update: UpdateState | null): void {
  deviceStore.setState((state) => ({ ...state, update }))
}

export function clearUpdate(): void {
  setUpdate(null)
}

export function useDetector(): DetectorState {
  return useSelector(deviceStore, ({ detector }) => detector)
}

export function useUpdate(): UpdateState | null {
  return useSelector(deviceStore, ({ update }) => update)
}
