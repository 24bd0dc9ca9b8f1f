/** Carries 64-byte frames between a HID device and a port, and does nothing else: this runs twice for every chunk of an update. */
import { frameBytes, reportId } from '../device/frames.ts'
import type { HidDevice, HidInputReport } from '../device/hidDevice.ts'

export type HidRelay = {
  /** Tells the other end that the detector is gone, and stops. */
  announceGone(): void
  stop(): void
}

/** Relays until stopped. `device` is open; whoever holds `port`'s other end gets transferred 64-byte buffers and sends such. */
export function relayFrames(device: HidDevice, port: MessagePort): HidRelay {
  function onReport({ data }: HidInputReport): void {
    // Input reports come at the report's full size, whatever that is; a frame is their first 64 bytes.
    const frame = new Uint8Array(frameBytes)
    frame.set(new Uint8Array(data.buffer, data.byteOffset, Math.min(frameBytes, data.byteLength)))
    port.postMessage(frame.buffer, [frame.buffer])
  }
  function stop(): void {
    device.removeEventListener('inputreport', onReport)
    port.close()
  }

  device.addEventListener('inputreport', onReport)
  port.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    // A send that is refused is a frame that is lost: the worker sends it again.
    device.sendReport(reportId, new Uint8Array(data)).catch(() => {})
  })
  port.start()

  return {
    announceGone: () => {
      port.postMessage('gone')
      stop()
    },
    stop,
  }
}
