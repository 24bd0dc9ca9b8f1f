/** The messages that carry frames between the worker's link (frameLink.ts) and the page's relay (app/detector/hidRelay.ts). Types only. */

/** From the worker to the relay. */
export type FrameOut = {
  /** The frame to send. With a `sequence`, the expected reply and the next frame follow it. 64 bytes each. */
  readonly frames: ArrayBuffer
  /** The relay has already sent the first frame, as the next frame of an earlier message. */
  readonly isAlreadySent: boolean
  /** Numbers the pipelined next frame; null if there is none. Counts up, also across links. */
  readonly sequence: number | null
  /** The last sequence number that the worker had received back when it wrote this message. */
  readonly acknowledged: number
}

/** From the relay to the worker: one frame of 64 bytes from the detector. `sequence` is set if this frame made the relay send the next one. */
export type FrameIn = { readonly frame: ArrayBuffer; readonly sequence: number | null }

/** The worker sends it and the relay returns it, behind all frames that reached the page before. */
export type Marker = { readonly marker: number }

/**
 * Where frames cross, as transferred buffers in both directions: the worker's own channel; calls use a separate port. Frames as Comlink calls
 * took 137 instead of 53 µs for each chunk. At full speed both give an update 1.00 times as long as the bare link, but on a page slowed six
 * times 1.23 instead of 1.02 (medians of 24 alternating updates on a busy machine, Comlink 4.4.2; at most 1.05 is wanted). A structural type,
 * because this layer knows neither Worker nor MessagePort.
 */
export type FrameChannel = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}
