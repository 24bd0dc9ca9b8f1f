/**
 * A detector without a detector: the protocol's other side behind the face of a WebHID device, with the faults it is told to have. Time and
 * chance are given, so that a run repeats. Knows nothing of the layers that talk to it.
 */
import type { Clock } from '../clock.ts'
import {
  chunkBytes,
  commands,
  decodeRequest,
  encodeReply,
  frameBytes,
  reportId,
  type Request,
  sealed,
  vendorId,
} from '../protocol/frames.ts'
import type { HidDevice, HidInputReport } from '../hidDevice.ts'
import { createSimulatedBootloader, refusedStatus } from './simulatedBootloader.ts'
import { noFaults, notPulled, seededChance, type SimulatorFaults } from './simulatorFaults.ts'

type LoggedFrame = { readonly direction: 'out' | 'in'; readonly bytes: Uint8Array; readonly atMs: number }

export type Simulator = {
  /** Stays the same object after `unplug` and `plug`. */
  readonly device: HidDevice
  /** What is not named stays as it was; chance starts again from the seed. */
  set(faults: Partial<SimulatorFaults>): void
  unplug(): void
  plug(): void
  /** The image as programmed, exactly as long as announced; a copy. */
  flash(): Uint8Array
  readonly applicationValid: boolean
  /** The newest 25,000 frames at least, as they crossed the cable, newest last: an update of 512 KiB and what came before it. */
  readonly frames: readonly LoggedFrame[]
}

const logAtMost = 50_000
const unknownMessageType = 77
const latestMs = 1_500
const lateAtLeastMs = 300

/** The `connect` and `disconnect` events of `navigator.hid`. */
export type SimulatedUsb = { readonly onUnplug: () => void; readonly onPlug?: () => void }

export function createSimulator(clock: Clock, usb: SimulatedUsb, initialFaults: Partial<SimulatorFaults> = {}): Simulator {
  const bootloader = createSimulatedBootloader(clock.now)
  const listeners = new Set<(event: HidInputReport) => void>()
  const log: LoggedFrame[] = []
  let faults: SimulatorFaults = { ...noFaults, ...initialFaults }
  let chance = seededChance(faults.seed)
  let isOpen = false
  let isPlugged = true
  /** Grows with each unplug, so that nothing said before one is heard after it. */
  let plugging = 0
  let pluggedAtMs = clock.now()

  function record(direction: LoggedFrame['direction'], bytes: Uint8Array): void {
    if (log.length >= logAtMost) log.splice(0, logAtMost / 2)
    log.push({ direction, bytes, atMs: clock.now() })
  }

  function say(bytes: Uint8Array<ArrayBuffer>, delayMs: number): void {
    const saidIn = plugging
    clock.schedule(delayMs, () => {
      if (!isPlugged || saidIn !== plugging || !isOpen) return
      record('in', bytes)
      for (const listener of listeners) listener({ reportId, data: new DataView(bytes.buffer) })
    })
  }

  function unplug(): void {
    if (!isPlugged) return
    pull()
    usb.onUnplug()
  }

  function pull(): void {
    isPlugged = false
    plugging += 1
    bootloader.restart()
  }

  function isUnpluggedBy(request: Request): boolean {
    if (request.command === 'programComplete') return faults.unplugBeforeComplete
    if (request.command !== 'program') return false
    const isChunk = faults.unplugAtChunk !== null && request.offset >= faults.unplugAtChunk * chunkBytes
    const isPercent = faults.unplugAtPercent !== null && request.offset * 100 >= faults.unplugAtPercent * bootloader.imageLengthBytes()
    return isChunk || isPercent
  }

  function hear(frame: Uint8Array<ArrayBuffer>): void {
    record('out', frame)
    const isEchoed = chance() < Number(faults.echo)
    const isLost = chance() < faults.lostShare
    // Half of what is lost never reached the detector, the other half it has done without being heard.
    const isRequestLost = isLost && chance() < 0.5
    if (isEchoed) say(frame, faults.latencyMs / 2)
    const request = decodeRequest(frame)
    if (request === null || isRequestLost) return
    if (isUnpluggedBy(request)) {
      faults = { ...faults, ...notPulled }
      pull()
      // The system says so in an event of its own, never to somebody who is just sending.
      clock.schedule(0, usb.onUnplug)
      return
    }
    scheduleEraseUnplug(request)
    const reply = replyTo(request)
    if (isLost) return
    const delayMs = faults.latencyMs + (chance() < faults.lateShare ? lateAtLeastMs + chance() * (latestMs - lateAtLeastMs) : 0)
    const heard = chance() < faults.corruptShare ? corrupted(reply) : reply
    say(heard, delayMs)
    if (chance() < faults.duplicateShare) say(heard, delayMs + chance() * 2 * faults.latencyMs)
  }

  function scheduleEraseUnplug({ command }: Request): void {
    if (command !== 'erase' || !faults.unplugDuringErase) return
    faults = { ...faults, ...notPulled }
    const erasedIn = plugging
    clock.schedule(faults.eraseMs / 2, () => {
      if (erasedIn === plugging) unplug()
    })
  }

  function replyTo(request: Request): Uint8Array<ArrayBuffer> {
    if (faults.unknownMessageAt === request.command) return message(unknownMessageType, 0)
    if (faults.badStatusAt !== request.command) return encodeReply(bootloader.answer(request, faults))
    return message(commands[request.command], refusedStatus)
  }

  function corrupted(frame: Uint8Array): Uint8Array<ArrayBuffer> {
    const copy = frame.slice()
    // Up to three wrong bits: as many as this check is sure to find.
    for (let bits = 1 + Math.floor(chance() * 3); bits > 0; bits -= 1) {
      const at = Math.floor(chance() * frameBytes)
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(chance() * 8))
    }
    return copy
  }

  const device: HidDevice = {
    vendorId,
    productName: 'Simulated detector',
    get opened() {
      return isOpen
    },
    collections: [{}],
    open: () => {
      if (!isPlugged) return Promise.reject(named('NetworkError'))
      if (isOpen) return Promise.reject(named('InvalidStateError'))
      isOpen = true
      return Promise.resolve()
    },
    close: () => {
      isOpen = false
      return Promise.resolve()
    },
    forget: () => Promise.resolve(),
    sendReport: (id, data) => {
      // As seen on the real stack: after an unplug a send stays pending for ever.
      if (!isPlugged) return new Promise(() => {})
      if (!isOpen) return Promise.reject(named('InvalidStateError'))
      if (id !== reportId || data.length !== frameBytes) return Promise.reject(named('NotAllowedError'))
      if (clock.now() - pluggedAtMs < faults.refuseSendsMs) return Promise.reject(named('NotAllowedError'))
      hear(data.slice())
      return Promise.resolve()
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }

  return {
    device,
    set: (next) => {
      faults = { ...faults, ...next }
      chance = seededChance(faults.seed)
      if (next.unknownMessageAt === 'idle') say(message(unknownMessageType, 0), faults.latencyMs)
    },
    unplug,
    plug: () => {
      if (isPlugged) return
      isPlugged = true
      isOpen = false
      pluggedAtMs = clock.now()
      usb.onPlug?.()
    },
    flash: bootloader.flash,
    get applicationValid() {
      return bootloader.isApplicationValid()
    },
    frames: log,
  }
}

function message(type: number, status: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(frameBytes)
  frame[0] = type
  frame[1] = status
  return sealed(frame)
}

/** WebHID rejects with a DOMException; pure TypeScript has none, and only its name is looked at. */
function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}
