/** What the app and the device worker say to each other. Types only; knows neither Comlink nor USB. */
import type { ErrorCode } from '../errors.ts'

/** What a detector says of itself (reply 5). */
export type DetectorIdentity = {
  /** 5 bytes as 10 upper-case hexadecimal digits. */
  readonly serialNumber: string
  readonly productTypeId: number
  readonly materialVersion: number
  readonly protocolVersion: number
  readonly language: number
  /** 0 to 100; null where the detector does not know. */
  readonly batteryPercent: number | null
  /** "2025-04-30", or null where the detector gives no valid date. */
  readonly productionDate: string | null
}

/** One occupied slot of reply 9, of type 127 only. */
export type DetectorAccessory = { readonly serialNumber: string; readonly accessoryTypeId: number }

export type ConnectOutcome =
  | { readonly isConnected: true; readonly identity: DetectorIdentity; readonly accessories: readonly DetectorAccessory[] }
  | { readonly isConnected: false; readonly cause: ErrorCode }

export type LinkQuality = {
  /** The middle one of a series, in ms. */
  readonly roundTripMs: number
  /** Of what was sent, the share that was lost or came back with a bad checksum, 0 to 1. */
  readonly faultShare: number
  /** Replies to what nobody here asked: another program talks to the detector. */
  readonly foreignFrames: number
}

export type ProbeOutcome =
  | { readonly isProbed: true; readonly identity: DetectorIdentity; readonly quality: LinkQuality }
  | { readonly isProbed: false; readonly cause: ErrorCode }

/** The update as the page shows it. `succeeded` and `failed` are final; device failures are states, never throws. */
export type UpdateState =
  /** Select target and wait target. */
  | { readonly phase: 'loading' }
  /** `fraction` 0 to 1, or null while the detector has not said that it erases. */
  | { readonly phase: 'erasing'; readonly fraction: number | null }
  | {
      readonly phase: 'programming'
      readonly sentBytes: number
      readonly totalBytes: number
      readonly bytesPerSecond: number | null
      readonly remainingMs: number | null
    }
  | { readonly phase: 'completing' }
  | { readonly phase: 'succeeded' }
  | UpdateFailure

export type UpdateFailure = {
  readonly phase: 'failed'
  readonly errorType: 'REPROGRAMMATION_ERROR' | 'DECONNECTION_ERROR'
  /** Why, for the words shown and the report. */
  readonly cause: ErrorCode
  readonly during: 'loading' | 'erasing' | 'programming' | 'completing'
  /** How much of the image the detector had confirmed. */
  readonly sentBytes: number
  readonly totalBytes: number
  /** An unknown message type came: record the failure first, then reload the page. */
  readonly mustReload: boolean
}

export type UpdateOutcome = { readonly phase: 'succeeded' } | UpdateFailure

/** What happens outside a call in flight. */
export type LinkEvent = 'badChecksum' | 'unknownMessage'

/** What can be asked of a link, as the flight recorder keeps it. */
export type LinkCall =
  | { readonly name: 'connect' | 'probe' | 'disconnect' }
  | { readonly name: 'update'; readonly serialNumber: string; readonly imageLengthBytes: number; readonly imageCrc16: number }

/** How a call ended; no cause where it ended well. */
export type LinkEnd =
  | { readonly call: 'connect' | 'probe' | 'disconnect'; readonly cause: ErrorCode | null }
  | { readonly call: 'update'; readonly outcome: UpdateOutcome }

/** What happened between frames. `index` is how many frames and waits the link had had by then, those no longer kept included. */
export type LinkMark = { readonly index: number; readonly atMs: number } & (
  | { readonly what: 'began'; readonly call: LinkCall }
  | { readonly what: 'ended'; readonly end: LinkEnd }
  | { readonly what: 'lost' }
)

/** All that is kept of one link, oldest first. The three arrays have as many places; the frames 64 bytes for each. */
export type Recording = {
  /** How many older frames and waits were not kept. */
  readonly missing: number
  /** `recordedKinds` of flightRecorder.ts. */
  readonly kinds: Uint8Array
  /** Milliseconds of the worker's clock. */
  readonly times: Float64Array
  readonly frames: Uint8Array
  readonly marks: readonly LinkMark[]
}

/** There and back, behind every frame before it: the page has handled those. */
export type Marker = { readonly marker: number }

/** From the worker to the page's relay. */
export type FrameOut = {
  /** The frame to send; with `aheadId` also the reply foreseen to it, and the frame to send when that comes. 64 bytes each. */
  readonly frames: ArrayBuffer
  /** It has been sent ahead: only what comes after it is new. */
  readonly isSent: boolean
  /** Greater for each promise. */
  readonly aheadId: number | null
  /** The last promise that the worker knew to be kept when it wrote this. */
  readonly knownId: number
}

/** From the relay to the worker: a detector's frame of 64 bytes, and the promise kept on it. */
export type FrameIn = { readonly frame: ArrayBuffer; readonly aheadId: number | null }

/**
 * Where frames cross, as transferred buffers both ways: the worker's own channel, which is faster than a MessagePort (0.15 against
 * 0.2 ms there and back). The calls below go by a port that the worker is given first. A structural type: pure TypeScript knows neither.
 */
export type FrameChannel = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

export type DeviceWorkerApi = {
  /** From now on frames are of a device just opened. One link at a time: the one before is closed. */
  attach(onEvent: (event: LinkEvent) => void): Promise<void>
  /** Hello, target data, accessories twice; drains stale replies first. */
  connect(): Promise<ConnectOutcome>
  /** Reads the identity some thirty times: how good the link is, and whether it is still the same detector. */
  probe(): Promise<ProbeOutcome>
  /** Runs the whole sequence from select target to program complete. `onState` is called at most five times a second and at each change of phase. */
  update(request: { image: Uint8Array; serialNumber: string }, onState: (state: UpdateState) => void): Promise<UpdateOutcome>
  /** USB reported a disconnect: whatever is being asked ends as disconnected. */
  lose(): Promise<void>
  /** Sends disconnect and lets go of the link; never fails. */
  disconnect(): Promise<void>
  /** What is kept of the link attached last, also after it has ended. */
  recording(): Promise<Recording>
}
