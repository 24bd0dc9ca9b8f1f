/** The calls that the app makes to the device worker. Types only; knows neither Comlink nor USB. */
import type { LinkEvent } from './link/transport.ts'
import type { ProbeOutcome } from './link/linkQuality.ts'
import type { Recording } from './recorder/recording.ts'
import type { ConnectOutcome } from './update/connect.ts'
import type { UpdateOutcome, UpdateState } from './update/updateState.ts'

export type DeviceWorkerApi = {
  /** Opens a link to a device that the page has just opened, and closes the link before it. */
  attach(onEvent: (event: LinkEvent) => void): Promise<void>
  /** Drains stale replies, then sends hello and reads target data and accessories. `isQuick`: asks only for half a second whether anybody is there. */
  connect(isQuick: boolean): Promise<ConnectOutcome>
  /** Reads the identity about thirty times: shows how good the link is, and whether it is still the same detector. */
  probe(): Promise<ProbeOutcome>
  /** Runs the update from select target to program complete. Calls `onState` for each new phase, and at most five times a second while programming. */
  update(request: { image: Uint8Array; serialNumber: string }, onState: (state: UpdateState) => void): Promise<UpdateOutcome>
  /** USB reported a disconnect: the call in progress ends as disconnected. */
  markDisconnected(): Promise<void>
  /** Sends disconnect and closes the link; never fails. */
  disconnect(): Promise<void>
  /** The recording of the link attached last; still there after that link has closed. */
  recording(): Promise<Recording>
}
