/**
 * The worker's end of the way to the detector; the other end is the page's relay (app/detector/hidRelay.ts), a thread away. So that no reply waits for
 * two threads to wake, a frame goes out together with what comes after it: where exactly the foreseen reply is the next thing heard, the
 * relay sends that at once, and it is on its way when it is asked here. Knows no command and no time.
 */
import { frameBytes, isSameFrame } from '../protocol/frames.ts'
import type { Ahead, FrameLink } from './transport.ts'
import type { FrameChannel, FrameIn, FrameOut, Marker } from '../workerApi.ts'

/** Opens links over one channel, one after the other. Their numbers go on: what a relay still has of the link before, it must not mistake. */
export function createFrameLinks(channel: FrameChannel): () => FrameLink {
  let lastId = 0
  let lastMarker = 0

  return () => {
    let promised: Ahead | undefined
    let knownId = lastId
    /** On its way already, should it be asked next. */
    let sentAhead: Uint8Array | null = null
    let returned = { marker: 0, hear: () => {} }

    function send(frame: Uint8Array, ahead?: Ahead): void {
      const isSent = sentAhead !== null && isSameFrame(sentAhead, frame)
      sentAhead = null
      // Asked again: the same promise.
      if (ahead !== undefined && ahead !== promised) lastId += 1
      promised = ahead
      const frames = new Uint8Array(ahead === undefined ? frameBytes : 3 * frameBytes)
      frames.set(frame)
      if (ahead !== undefined) {
        frames.set(ahead.reply, frameBytes)
        frames.set(ahead.frame, 2 * frameBytes)
      }
      const message: FrameOut = { frames: frames.buffer, isSent, aheadId: ahead === undefined ? null : lastId, knownId }
      channel.postMessage(message, [frames.buffer])
    }

    function open(onFrame: (frame: Uint8Array) => void): () => void {
      function onMessage({ data }: { readonly data: unknown }): void {
        // The relay sends nothing else.
        const message = data as FrameIn | Marker
        if ('marker' in message) {
          if (message.marker === returned.marker) returned.hear()
          return
        }
        const { frame, aheadId } = message
        if (aheadId !== null) {
          knownId = aheadId
          // A copy: who asks may write what comes next into the same bytes.
          sentAhead = aheadId === lastId && promised !== undefined ? promised.frame.slice() : null
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
        returned = { marker, hear: resolve }
        channel.postMessage({ marker } satisfies Marker, [])
      })
    }

    return { send, open, settled }
  }
}
