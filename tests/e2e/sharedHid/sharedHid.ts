/**
 * A `navigator.hid` for two tabs with one detector between them: the tab that declares itself the host has it, the other one reaches it by
 * a channel. As on a real system, every tab that has opened the detector gets every report. Runs before the page's own scripts.
 */
import type { Clock } from '../../../src/device/clock.ts'
import { vendorId } from '../../../src/device/protocol/hidReport.ts'
import { createSimulator, type Simulator } from '../../../src/device/simulator/simulator.ts'

export type SharedHid = {
  /** In the host: the frames that reached the detector, in order, with their tab and command number. */
  readonly sent: readonly { readonly by: 'host' | 'guest'; readonly command: number | undefined }[]
  /** In the host. */
  readonly simulator: Simulator | null
}

declare global {
  interface Window {
    sharedHid: SharedHid
    isSharedHidHost?: boolean
  }
}

type Message = { readonly kind: 'send' | 'report'; readonly bytes: Uint8Array<ArrayBuffer> }

const clock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const channel = new BroadcastChannel('shared-hid')

function post(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel.postMessage(message)
}

const sent: { by: 'host' | 'guest'; command: number | undefined }[] = []

class Face extends EventTarget {
  readonly vendorId = vendorId
  readonly productId = 1
  readonly productName = 'WS6'
  readonly collections = [{ inputReports: [{}], outputReports: [{}] }]
  opened = false

  async open(): Promise<void> {
    this.opened = true
  }
  async close(): Promise<void> {
    this.opened = false
  }
  async sendReport(_reportId: number, data: BufferSource): Promise<void> {
    const bytes = new Uint8Array(
      data instanceof ArrayBuffer ? data.slice(0) : data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength),
    )
    if (simulator === null) post({ kind: 'send', bytes })
    else send('host', bytes)
  }
  hear(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.opened) this.dispatchEvent(Object.assign(new Event('inputreport'), { data: new DataView(bytes.buffer), reportId: 0 }))
  }
}

const face = new Face()
const simulator = window.isSharedHidHost === true ? createSimulator(clock, { onUnplug: () => {} }, { latencyMs: 4, eraseMs: 1_500 }) : null

function send(by: 'host' | 'guest', bytes: Uint8Array<ArrayBuffer>): void {
  sent.push({ by, command: bytes[0] })
  void simulator?.device.sendReport(0, bytes)
}

if (simulator !== null) {
  void simulator.device.open()
  simulator.device.addEventListener('inputreport', ({ data }) => {
    const bytes = new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer)
    post({ kind: 'report', bytes })
    face.hear(bytes)
  })
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'send' && simulator !== null) send('guest', data.bytes)
  if (data.kind === 'report' && simulator === null) face.hear(data.bytes)
})

const hid = Object.assign(new EventTarget(), {
  getDevices: () => Promise.resolve([face]),
  requestDevice: () => Promise.resolve([face]),
})
Object.defineProperty(navigator, 'hid', { value: hid })
window.sharedHid = { sent, simulator }
