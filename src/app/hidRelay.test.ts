import { afterEach, expect, it } from 'vitest'
import type { HidDevice, HidInputReport } from '../device/hidDevice.ts'
import { type HidRelay, relayFrames } from './hidRelay.ts'

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

const opened: (HidRelay | MessagePort)[] = []

function relayTo(device: HidDevice): { relay: HidRelay; far: MessagePort } {
  const { port1, port2 } = new MessageChannel()
  const relay = relayFrames(device, port1)
  opened.push(relay, port2)
  return { relay, far: port2 }
}

function nextMessage(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port.start()
  })
}

afterEach(() => {
  for (const end of opened.splice(0)) {
    if ('stop' in end) end.stop()
    else end.close()
  }
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

it('says that the detector is gone, and hears it no more', async () => {
  const { device, listeners } = fakeDevice(() => Promise.resolve())
  const { relay, far } = relayTo(device)
  const arrives = nextMessage(far)
  relay.announceGone()
  expect(await arrives).toBe('gone')
  expect(listeners.size).toBe(0)
})
