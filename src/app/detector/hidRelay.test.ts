import { afterEach, expect, it } from 'vitest'
import type { HidDevice, HidInputReport } from '../../device/hidDevice.ts'
import { createTestedEnd } from '../../../tests/support/threads.ts'
import type { FrameIn, FrameOut } from '../../device/workerApi.ts'
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

const frameOf = (filling: number) => new Uint8Array(64).fill(filling)

/** What the worker's link says: send this, and perhaps what comes after it. */
function toSend(frame: Uint8Array, more: Partial<FrameOut> & { reply?: Uint8Array; next?: Uint8Array } = {}): FrameOut {
  const { reply, next, ...said } = more
  const frames = Uint8Array.from([...frame, ...(reply ?? []), ...(next ?? [])]).buffer
  return { frames, isSent: false, aheadId: null, knownId: 0, ...said }
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
  expect(await arrives).toEqual({ frame: Uint8Array.from({ length: 64 }, (_, at) => at + 10).buffer, aheadId: null })
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
  far.postMessage(toSend(frame), [])
  await sends
  expect(sent).toEqual([0, frame])
})

it('goes on after a send that is refused', async () => {
  const { device, report } = fakeDevice(() => Promise.reject(new Error('NotAllowedError')))
  const { far } = relayTo(device)
  far.postMessage(toSend(frameOf(0)), [])
  const arrives = nextMessage(far)
  report(new DataView(new ArrayBuffer(64)))
  expect(await arrives).toEqual({ frame: new ArrayBuffer(64), aheadId: null })
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
  far.postMessage(toSend(frameOf(0)), [])
  // Another relay on a channel of its own, there and back, is later than anything the stopped one could have done.
  const other = fakeDevice(() => Promise.resolve())
  const { far: otherFar } = relayTo(other.device)
  const arrives = nextMessage(otherFar)
  other.report(new DataView(new ArrayBuffer(64)))
  await arrives
  expect([heard, sent]).toEqual([[], []])
})

/** A relay whose channel hears at once; what it has sent and said so far, each frame by the byte it is filled with. */
function quickRelay() {
  const sent: number[] = []
  const { channel, said, tell } = createTestedEnd<FrameIn, FrameOut>()
  const { device, report } = fakeDevice((_id, data) => {
    sent.push(data[0] ?? -1)
    return Promise.resolve()
  })
  relayFrames(device, channel)
  return { sent, said, tell, reply: (filling: number) => report(new DataView(frameOf(filling).buffer)) }
}

it('sends at once what was promised for exactly this reply, and says so', () => {
  const { sent, said, tell, reply } = quickRelay()
  tell(toSend(frameOf(1), { reply: frameOf(101), next: frameOf(2), aheadId: 7 }))
  reply(101)
  expect(sent).toEqual([1, 2])
  expect(said).toEqual([{ frame: frameOf(101).buffer, aheadId: 7 }])
  // Said once more it is no promise any more.
  reply(101)
  expect(sent).toEqual([1, 2])
})

it('keeps a promise only where nothing else is heard before', () => {
  const { sent, said, tell, reply } = quickRelay()
  tell(toSend(frameOf(1), { reply: frameOf(101), next: frameOf(2), aheadId: 7 }))
  reply(100)
  reply(101)
  expect(sent).toEqual([1])
  expect(said).toEqual([
    { frame: frameOf(100).buffer, aheadId: null },
    { frame: frameOf(101).buffer, aheadId: null },
  ])
})

it('drops what the worker wrote before it knew of what was sent meanwhile', () => {
  const { sent, tell, reply } = quickRelay()
  tell(toSend(frameOf(1), { reply: frameOf(101), next: frameOf(2), aheadId: 7 }))
  reply(101)
  // The worker had waited too long and asks again, before it has heard of the reply: this must not come after what comes next.
  tell(toSend(frameOf(1), { reply: frameOf(101), next: frameOf(2), aheadId: 7 }))
  expect(sent).toEqual([1, 2])
  reply(101)
  expect(sent).toEqual([1, 2])
  // It knows now.
  tell(toSend(frameOf(2), { isSent: true, knownId: 7, reply: frameOf(102), next: frameOf(3), aheadId: 8 }))
  reply(102)
  tell(toSend(frameOf(9), { knownId: 8 }))
  expect(sent).toEqual([1, 2, 3, 9])
})
