/** The messages that carry frames between the worker's link (frameLink.ts) and the page's relay (app/detector/hidRelay.ts). Types only. */

/** From the worker to the relay. */
export type FrameOut = {
  /** 64 bytes each: the frame to send, unless the chain goes on; then pairs of an expected reply and the frame to send after it. */
  readonly frames: ArrayBuffer
  /** The frame and its pairs are a chain. Counts up, also across links. */
  readonly chain: number
  /** The pairs follow those that the relay holds of this chain, if nothing has ended it. */
  readonly goesOn: boolean
  /** Numbers the first pair. Counts up, also across links. */
  readonly sequence: number
  /** The last sequence number that the worker had received back when it wrote this message. */
  readonly acknowledged: number
}

/** From the relay to the worker: one frame of 64 bytes from the detector, or the number of the pair whose reply has come and whose frame is sent. */
export type FrameIn = ArrayBuffer | number

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
