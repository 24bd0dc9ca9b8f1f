/** Carries 64-byte frames between a HID device and the worker, and knows none of them: this runs for every chunk of an update. */
import { frameBytes, isSameFrame, reportId } from '../../device/protocol/frames.ts'
import type { HidDevice, HidInputReport } from '../../device/hidDevice.ts'
import type { FrameChannel, FrameIn, FrameOut, Marker } from '../../device/workerApi.ts'

/** What to send as soon as exactly this reply is the next thing heard. */
type Promised = { readonly id: number; readonly reply: Uint8Array; readonly frame: Uint8Array<ArrayBuffer> }

/** Relays until the returned function is called. `device` is open; the other end of `channel` is a link of frameLink.ts. */
export function relayFrames(device: HidDevice, channel: FrameChannel): () => void {
  let promised: Promised | null = null
  let keptId = 0

  function onReport({ data }: HidInputReport): void {
    // Input reports come at the report's full size, whatever that is; a frame is their first 64 bytes.
    const frame = new Uint8Array(frameBytes)
    frame.set(new Uint8Array(data.buffer, data.byteOffset, Math.min(frameBytes, data.byteLength)))
    const kept = promised !== null && isSameFrame(promised.reply, frame) ? promised : null
    promised = null
    if (kept !== null) {
      keptId = kept.id
      send(kept.frame)
    }
    const message: FrameIn = { frame: frame.buffer, aheadId: kept?.id ?? null }
    // Waking the worker takes longer than all before: the detector need not wait for it.
    channel.postMessage(message, [frame.buffer])
  }

  function onFrame({ data }: { readonly data: unknown }): void {
    // The worker's link sends nothing else.
    const message = data as FrameOut | Marker
    if ('marker' in message) {
      channel.postMessage(message, [])
      return
    }
    const { frames, isSent, aheadId, knownId } = message
    // Written before the worker knew what has been sent meanwhile: it was not meant to come after that. It counts as lost.
    if (knownId < keptId) return
    const at = (place: number) => new Uint8Array(frames, place * frameBytes, frameBytes)
    if (!isSent) send(at(0))
    promised = aheadId === null ? null : { id: aheadId, reply: at(1), frame: at(2) }
  }

  function send(frame: Uint8Array<ArrayBuffer>): void {
    // A send that is refused is a frame that is lost: the worker sends it again.
    device.sendReport(reportId, frame).catch(() => {})
  }

  device.addEventListener('inputreport', onReport)
  channel.addEventListener('message', onFrame)
  return () => {
    device.removeEventListener('inputreport', onReport)
    channel.removeEventListener('message', onFrame)
  }
}
