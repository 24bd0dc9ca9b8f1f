/** Carries 64-byte frames between a HID device and the worker, and does nothing else: this runs twice for every chunk of an update. */
import { frameBytes, reportId } from '../device/frames.ts'
import type { HidDevice, HidInputReport } from '../device/hidDevice.ts'
import type { FrameChannel } from '../device/workerApi.ts'

/** Relays until the returned function is called. `device` is open; the other end of `channel` gets transferred 64-byte buffers and sends such. */
export function relayFrames(device: HidDevice, channel: FrameChannel): () => void {
  function onReport({ data }: HidInputReport): void {
    // Input reports come at the report's full size, whatever that is; a frame is their first 64 bytes.
    const frame = new Uint8Array(frameBytes)
    frame.set(new Uint8Array(data.buffer, data.byteOffset, Math.min(frameBytes, data.byteLength)))
    channel.postMessage(frame.buffer, [frame.buffer])
  }
  function onFrame({ data }: { readonly data: unknown }): void {
    if (!(data instanceof ArrayBuffer)) return
    // A send that is refused is a frame that is lost: the worker sends it again.
    device.sendReport(reportId, new Uint8Array(data)).catch(() => {})
  }

  device.addEventListener('inputreport', onReport)
  channel.addEventListener('message', onFrame)
  return () => {
    device.removeEventListener('inputreport', onReport)
    channel.removeEventListener('message', onFrame)
  }
}
