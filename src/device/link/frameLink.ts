/**
 * The worker's end of the link to the detector. The other end is the page's relay (app/detector/hidRelay.ts), on another thread. So that no
 * reply waits until two threads have woken, a frame can carry the next one: if the expected reply is the next frame that the relay receives,
 * it sends the next frame at once, and the worker then only confirms it. Knows no commands and no time.
 */
import { frameBytes, isSameFrame } from '../protocol/hidReport.ts'
import type { FrameChannel, FrameIn, FrameOut, Marker } from './frameChannel.ts'

/** Carries 64-byte frames in both directions. */
export type FrameLink = {
  /** Copies the frames. A send that fails is a lost frame, which the caller sends again. A link may use `pipelined` or ignore it. */
  send(frame: Uint8Array, pipelined?: Pipelined): void
  /** Delivers the detector's frames to `onFrame`; returns how to close the link. */
  open(onFrame: (frame: Uint8Array) => void): () => void
  /** Resolves once every frame that the page has received is delivered; absent if no thread lies between. Never resolves on a closed link. */
  settled?(): Promise<void>
}

/** The caller's next request, if the reply is exactly `expectedReply`. The link may then send it at once, before the caller asks for it. */
export type Pipelined = { readonly expectedReply: Uint8Array; readonly nextFrame: Uint8Array }

/** Opens one link after another on one channel. Sequence numbers go on: a relay must not confuse them with those of the link before. */
export function createFrameLinks(channel: FrameChannel): () => FrameLink {
  let lastSequence = 0
  let lastMarker = 0

  return () => {
    let lastPipelined: Pipelined | undefined
    let acknowledged = lastSequence
    /** The frame that the relay has sent by itself; null once the worker has sent anything since. */
    let sentByRelay: Uint8Array | null = null
    let awaitedMarker = { marker: 0, resolve: () => {} }

    function send(frame: Uint8Array, pipelined?: Pipelined): void {
      const isAlreadySent = sentByRelay !== null && isSameFrame(sentByRelay, frame)
      sentByRelay = null
      // A request that is sent again keeps its sequence number.
      if (pipelined !== undefined && pipelined !== lastPipelined) lastSequence += 1
      lastPipelined = pipelined
      const frames = new Uint8Array(pipelined === undefined ? frameBytes : 3 * frameBytes)
      frames.set(frame)
      if (pipelined !== undefined) {
        frames.set(pipelined.expectedReply, frameBytes)
        frames.set(pipelined.nextFrame, 2 * frameBytes)
      }
      const sequence = pipelined === undefined ? null : lastSequence
      channel.postMessage({ frames: frames.buffer, isAlreadySent, sequence, acknowledged } satisfies FrameOut, [frames.buffer])
    }

    function open(onFrame: (frame: Uint8Array) => void): () => void {
      function onMessage({ data }: { readonly data: unknown }): void {
        // The relay sends nothing else.
        const message = data as FrameIn | Marker
        if ('marker' in message) {
          if (message.marker === awaitedMarker.marker) awaitedMarker.resolve()
          return
        }
        const { frame, sequence } = message
        if (sequence !== null) {
          acknowledged = sequence
          // A copy, because the caller reuses these bytes for the frame after it.
          sentByRelay = sequence === lastSequence && lastPipelined !== undefined ? lastPipelined.nextFrame.slice() : null
        }
        onFrame(new Uint8Array(frame))
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    }

    function settled(): Promise<void> {
      lastMarker += 1
      const marker = lastMarker
      return new Promise((resolve) => {
        awaitedMarker = { marker, resolve }
        channel.postMessage({ marker } satisfies Marker, [])
      })
    }

    return { send, open, settled }
  }
}
