import { afterEach, expect, it } from 'vitest'
import type { HidDevice, HidInputReport } from '../device/hidDevice.ts'
import { relayFrames } from './hidRelay.ts'

/** A HID device as WebHID shows it, and nothing behind. */
function fakeDevice(sendReport: HidDevice['sendReport']) {
  const listeners = new Set<(event: HidInputReport) => void>()
  const device: HidDevice = {
    vendorId: 13166,
    productName: 'Detector',
    opened: true,
    collections: [],
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    forget: () => Promise.resolve(),
    sendReport,
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
  function report(data: DataView): void {
    for (const listener of listeners) listener({ reportId: 0, data })
  }
  return { device, report, listeners }
}

const opened: MessagePort[] = []

function relayTo(device: HidDevice): { stop: () => void; far: MessagePort } {
  const { port1, port2 } = new MessageChannel()
  const stop = relayFrames(device, port1)
  port1.start()
  opened.push(port1, port2)
  return { stop, far: port2 }
}

function nextMessage(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port.start()
  })
}

afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

it('brings the first 64 bytes of a report, wherever its buffer begins and however long it is', async () => {
  const { device, report } = fakeDevice(() => Promise.resolve())
  const { far } = relayTo(device)
  const buffer = Uint8Array.from({ length: 200 }, (_, at) => at).buffer
  const arrives = nextMessage(far)
  report(new DataView(buffer, 10, 128))
  expect(await arrives).toEqual(Uint8Array.from({ length: 64 }, (_, at) => at + 10).buffer)
})

it('sends exactly the 64 bytes it is given, with report id 0', async () => {
  let sent: readonly [number, Uint8Array] | undefined
  let hasSent: (() => void) | undefined
  const sends = new Promise<void>((resolve) => {
    hasSent = resolve
  })
  const { device } = fakeDevice((id, data) => {
    sent = [id, data]
    hasSent?.()
    return Promise.resolve()
  })
  const { far } = relayTo(device)
  const frame = Uint8Array.from({ length: 64 }, (_, at) => 255 - at)
  far.postMessage(frame.slice().buffer, [])
  await sends
  expect(sent).toEqual([0, frame])
})

it('goes on after a send that is refused', async () => {
  const { device, report } = fakeDevice(() => Promise.reject(new Error('NotAllowedError')))
  const { far } = relayTo(device)
  far.postMessage(new ArrayBuffer(64), [])
  const arrives = nextMessage(far)
  report(new DataView(new ArrayBuffer(64)))
  expect(await arrives).toEqual(new ArrayBuffer(64))
})

it('hears and sends nothing once it is stopped', async () => {
  const sent: Uint8Array[] = []
  const { device, report, listeners } = fakeDevice((_id, data) => {
    sent.push(data)
    return Promise.resolve()
  })
  const { stop, far } = relayTo(device)
  const heard: unknown[] = []
  far.addEventListener('message', ({ data }) => heard.push(data))
  stop()
  expect(listeners.size).toBe(0)
  report(new DataView(new ArrayBuffer(64)))
  far.postMessage(new ArrayBuffer(64), [])
  // Another relay on a channel of its own, there and back, is later than anything the stopped one could have done.
  const other = fakeDevice(() => Promise.resolve())
  const { far: otherFar } = relayTo(other.device)
  const arrives = nextMessage(otherFar)
  other.report(new DataView(new ArrayBuffer(64)))
  await arrives
  expect([heard, sent]).toEqual([[], []])
})
