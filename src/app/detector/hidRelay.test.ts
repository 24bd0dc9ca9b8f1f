import { afterEach, expect, it } from 'vitest'
import type { HidDevice, HidInputReport } from '../../device/hidDevice.ts'
import { createTestChannel } from '../../../tests/support/threads.ts'
import type { FrameIn, FrameOut } from '../../device/link/frameChannel.ts'
import { relayFrames } from './hidRelay.ts'

/** A HID device with the interface of WebHID and nothing behind it. */
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
const ignore = (sending: Promise<void>) => void sending.catch(() => {})

function relayTo(device: HidDevice): { stop: () => void; far: MessagePort } {
  const { port1, port2 } = new MessageChannel()
  const stop = relayFrames(device, port1, ignore)
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

/** A message of the worker's link: a frame to send, and pairs of an expected reply and the frame after it. */
function toSend(frame: Uint8Array, more: Partial<FrameOut> & { pairs?: readonly Uint8Array[] } = {}): FrameOut {
  const { pairs = [], ...fields } = more
  return { frames: bytesOf([frame, ...pairs]), chain: 1, goesOn: false, sequence: 1, acknowledged: 0, ...fields }
}

/** As `toSend`: more pairs of chain 1. */
function toGoOn(sequence: number, ...pairs: readonly Uint8Array[]): FrameOut {
  return { frames: bytesOf(pairs), chain: 1, goesOn: true, sequence, acknowledged: 0 }
}

function bytesOf(frames: readonly Uint8Array[]): ArrayBuffer {
  return Uint8Array.from(frames.flatMap((frame) => [...frame])).buffer
}

afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

it('passes on the first 64 bytes of a report, whatever its offset and length', async () => {
  const { device, report } = fakeDevice(() => Promise.resolve())
  const { far } = relayTo(device)
  const buffer = Uint8Array.from({ length: 200 }, (_, at) => at).buffer
  const arrives = nextMessage(far)
  report(new DataView(buffer, 10, 128))
  expect(await arrives).toEqual(Uint8Array.from({ length: 64 }, (_, at) => at + 10).buffer)
})

it('sends exactly the 64 bytes of a frame, with report id 0', async () => {
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

it('goes on after a send that fails', async () => {
  const { device, report } = fakeDevice(() => Promise.reject(new Error('NotAllowedError')))
  const { far } = relayTo(device)
  far.postMessage(toSend(frameOf(0)), [])
  const arrives = nextMessage(far)
  report(new DataView(new ArrayBuffer(64)))
  expect(await arrives).toEqual(new ArrayBuffer(64))
})

it('passes on nothing in either direction once it is stopped', async () => {
  const sent: Uint8Array[] = []
  const { device, report, listeners } = fakeDevice((_id, data) => {
    sent.push(data)
    return Promise.resolve()
  })
  const { stop, far } = relayTo(device)
  const received: unknown[] = []
  far.addEventListener('message', ({ data }) => received.push(data))
  stop()
  expect(listeners.size).toBe(0)
  report(new DataView(new ArrayBuffer(64)))
  far.postMessage(toSend(frameOf(0)), [])
  // By the time another relay has passed on a frame, the stopped one would have too.
  const other = fakeDevice(() => Promise.resolve())
  const { far: otherFar } = relayTo(other.device)
  const arrives = nextMessage(otherFar)
  other.report(new DataView(new ArrayBuffer(64)))
  await arrives
  expect([received, sent]).toEqual([[], []])
})

/** A relay on a channel without delay, and what it has sent and posted so far. Each frame is named by the byte that fills it. */
function createRelay() {
  const sent: number[] = []
  const { channel, posted, emit } = createTestChannel<FrameIn, FrameOut>()
  const { device, report } = fakeDevice((_id, data) => {
    sent.push(data[0] ?? -1)
    return Promise.resolve()
  })
  relayFrames(device, channel, ignore)
  return { sent, posted, emit, reply: (filling: number) => report(new DataView(frameOf(filling).buffer)) }
}

/** Frame 1, and what follows it: 2 after reply 101, 3 after reply 102. */
const chained = (more: Partial<FrameOut> = {}) => {
  const pairs = [frameOf(101), frameOf(2), frameOf(102), frameOf(3)]
  return toSend(frameOf(1), { pairs, sequence: 7, ...more })
}

it('sends each next frame at once after exactly the expected reply, and reports it', () => {
  const { sent, posted, emit, reply } = createRelay()
  emit(chained())
  reply(101)
  reply(102)
  expect(sent).toEqual([1, 2, 3])
  expect(posted).toEqual([7, 8])
  // The same reply again sends nothing.
  reply(102)
  expect(sent).toEqual([1, 2, 3])
})

it('sends no next frame once another frame has arrived', () => {
  const { sent, posted, emit, reply } = createRelay()
  emit(chained())
  reply(101)
  reply(100)
  reply(102)
  expect(sent).toEqual([1, 2])
  expect(posted).toEqual([7, frameOf(100).buffer, frameOf(102).buffer])
})

it('goes on with what comes while the chain lasts, and not once it has ended', () => {
  const { sent, posted, emit, reply } = createRelay()
  emit(chained())
  reply(101)
  emit(toGoOn(9, frameOf(103), frameOf(4)))
  reply(102)
  reply(103)
  expect(sent).toEqual([1, 2, 3, 4])
  expect(posted.at(-1)).toEqual(9)
  // It has come to its end before the worker wrote more.
  reply(104)
  emit(toGoOn(10, frameOf(104), frameOf(5)))
  reply(104)
  expect(sent).toEqual([1, 2, 3, 4])
  emit({ ...toGoOn(11, frameOf(105), frameOf(6)), chain: 0 })
  reply(105)
  expect(sent).toEqual([1, 2, 3, 4])
})

it('drops what the worker wrote before it knew that a next frame was sent, and waits for it', () => {
  const { sent, emit, reply } = createRelay()
  emit(chained())
  reply(101)
  // The worker's timeout ran out before the reply reached it, so it sends frame 1 again: that must not follow frame 2.
  emit(chained({ chain: 2 }))
  expect(sent).toEqual([1, 2])
  // From here on it is the worker who sends.
  reply(101)
  reply(102)
  expect(sent).toEqual([1, 2])
  // Now the worker knows.
  emit(toSend(frameOf(3), { chain: 3, acknowledged: 7 }))
  expect(sent).toEqual([1, 2, 3])
})
