/**
 * A simulated detector: the detector's side of docs/device-protocol.md behind the interface of a WebHID device, with faults of choice. Clock
 * and seed come from outside, so that a run can be repeated. Knows nothing of the layers that talk to it.
 */
import type { Clock } from '../clock.ts'
import { chunkBytes, commands, decodeRequest, encodeReply, type Request, successStatus, withChecksum } from '../protocol/frames.ts'
import { frameBytes, reportId, vendorId } from '../protocol/hidReport.ts'
import type { HidDevice, HidInputReport } from '../hidDevice.ts'
import { createSimulatedBootloader, refusedStatus } from './simulatedBootloader.ts'
import { noFaults, notUnplugged, seededChance, type SimulatorFaults } from './simulatorFaults.ts'

type LoggedFrame = { readonly direction: 'out' | 'in'; readonly bytes: Uint8Array; readonly atMs: number }

export type Simulator = {
  /** The same object also after `unplug` and `plug`. */
  readonly device: HidDevice
  /** Changes the given faults and keeps the others. Randomness starts again from the seed. */
  set(faults: Partial<SimulatorFaults>): void
  unplug(): void
  /** The browser has lost the detector, without an event. */
  loseHandle(): void
  plug(): void
  /** Every page that has opened the detector hears this frame, as a reply to somebody else. */
  hear(frame: Uint8Array<ArrayBuffer>): void
  /** A copy of the programmed image, exactly as long as announced. */
  flash(): Uint8Array
  readonly applicationValid: boolean
  readonly isPlugged: boolean
  readonly isHandleLost: boolean
  readonly faults: SimulatorFaults
  /** The frames as they crossed the cable, newest last. At least the newest 25,000 are kept: an update of 512 KiB and more. */
  readonly frames: readonly LoggedFrame[]
}

const maxLoggedFrames = 50_000
const unknownMessageType = 77
const maxLateMs = 1_500
/** How often the replies to another browser's update arrive. */
const otherReplyMs = 20
const minLateMs = 300

/** The `connect` and `disconnect` events of `navigator.hid`. `onJump`: it has left as `onUnplug` says, and comes back as another device. */
export type SimulatedUsb = { readonly onUnplug: () => void; readonly onPlug?: () => void; readonly onJump?: () => void }

export function createSimulator(clock: Clock, usb: SimulatedUsb, initialFaults: Partial<SimulatorFaults> = {}): Simulator {
  const bootloader = createSimulatedBootloader(clock.now)
  const listeners = new Set<(event: HidInputReport) => void>()
  const log: LoggedFrame[] = []
  let faults: SimulatorFaults = { ...noFaults, ...initialFaults }
  let chance = seededChance(faults.seed)
  let isOpen = false
  let isPlugged = true
  let isHandleLost = false
  /** In its bootloader, as another device. */
  let hasJumped = false
  /** Counts unplugs: a reply from before an unplug must not arrive after it. */
  let unplugs = 0
  let pluggedAtMs = clock.now()

  function record(direction: LoggedFrame['direction'], bytes: Uint8Array): void {
    if (log.length >= maxLoggedFrames) log.splice(0, maxLoggedFrames / 2)
    log.push({ direction, bytes, atMs: clock.now() })
  }

  function emit(bytes: Uint8Array<ArrayBuffer>, delayMs: number): void {
    const unplugsBefore = unplugs
    clock.schedule(delayMs, () => {
      if (!isPlugged || unplugsBefore !== unplugs || !isOpen || isHandleLost) return
      record('in', bytes)
      for (const listener of listeners) listener({ reportId, data: new DataView(bytes.buffer) })
    })
  }

  function unplug(): void {
    if (!isPlugged) return
    cutPower()
    usb.onUnplug()
  }

  function loseHandle(): void {
    isHandleLost = true
    faults = { ...faults, loseHandleAtPercent: null }
  }

  function cutPower(): void {
    isPlugged = false
    unplugs += 1
    bootloader.restart()
    hasJumped = false
  }

  function jump(): void {
    cutPower()
    hasJumped = true
    clock.schedule(0, () => {
      usb.onUnplug()
      usb.onJump?.()
    })
  }

  function plug(): void {
    isPlugged = true
    isOpen = false
    pluggedAtMs = clock.now()
  }

  /** As long as the other browser's update runs. */
  function emitOtherReplies(): void {
    if (!faults.otherUpdate || !isOpen) return
    emit(encodeReply({ type: 'program', status: successStatus, nextOffset: chunkBytes }), 0)
    clock.schedule(otherReplyMs, emitOtherReplies)
  }

  function isUnpluggedAt(request: Request): boolean {
    if (request.command === 'programComplete') return faults.unplugBeforeComplete
    if (request.command !== 'program') return false
    const isChunk = faults.unplugAtChunk !== null && request.offset >= faults.unplugAtChunk * chunkBytes
    return isChunk || hasReached(request.offset, faults.unplugAtPercent)
  }

  function hasReached(offset: number, percent: number | null): boolean {
    return percent !== null && offset * 100 >= percent * bootloader.imageLengthBytes()
  }

  function onFrame(frame: Uint8Array<ArrayBuffer>): void {
    record('out', frame)
    const isEchoed = chance() < Number(faults.echo)
    const isLost = chance() < faults.lostShare
    // In half of the losses the request is lost; in the other half the detector carries it out and the reply is lost.
    const isRequestLost = isLost && chance() < 0.5
    if (isEchoed) emit(frame, faults.latencyMs / 2)
    const request = decodeRequest(frame)
    if (request === null || isRequestLost) return
    if (isUnpluggedAt(request)) {
      faults = { ...faults, ...notUnplugged }
      cutPower()
      // As in a browser, the disconnect event comes later, never during a send.
      clock.schedule(0, usb.onUnplug)
      return
    }
    if (request.command === 'program' && hasReached(request.offset, faults.loseHandleAtPercent)) loseHandle()
    // Its application starts.
    if (request.command === 'disconnect') hasJumped = false
    scheduleEraseUnplug(request)
    const reply = replyTo(request)
    if (request.command === 'selectTarget' && faults.jumpsAway && !hasJumped && bootloader.isApplicationValid()) return jump()
    if (isLost) return
    const delayMs = faults.latencyMs + (chance() < faults.lateShare ? minLateMs + chance() * (maxLateMs - minLateMs) : 0)
    const received = chance() < faults.corruptShare ? corrupted(reply) : reply
    emit(received, delayMs)
    if (chance() < faults.duplicateShare) emit(received, delayMs + chance() * 2 * faults.latencyMs)
  }

  function scheduleEraseUnplug({ command }: Request): void {
    if (command !== 'erase' || !faults.unplugDuringErase) return
    faults = { ...faults, ...notUnplugged }
    const unplugsBefore = unplugs
    clock.schedule(faults.eraseMs / 2, () => {
      if (unplugsBefore === unplugs) unplug()
    })
  }

  function replyTo(request: Request): Uint8Array<ArrayBuffer> {
    if (faults.unknownMessageAt === request.command) return message(unknownMessageType, 0)
    if (faults.badStatusAt !== request.command) return encodeReply(bootloader.answer(request, faults))
    return message(commands[request.command], refusedStatus)
  }

  function corrupted(frame: Uint8Array): Uint8Array<ArrayBuffer> {
    const copy = frame.slice()
    // One to three wrong bits: this CRC detects all of them.
    for (let bits = 1 + Math.floor(chance() * 3); bits > 0; bits -= 1) {
      const at = Math.floor(chance() * frameBytes)
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(chance() * 8))
    }
    return copy
  }

  const device: HidDevice = {
    vendorId,
    productName: 'Simulated detector',
    get collections() {
      const reports = [{ reportId: faults.numberedReports ? 1 : reportId }]
      return [{ inputReports: reports, outputReports: reports }]
    },
    get opened() {
      return isOpen
    },
    open: () => {
      if (faults.refusesOpen !== null) return Promise.reject(named('NotAllowedError'))
      if (!isPlugged) return Promise.reject(named('NetworkError'))
      if (isOpen) return Promise.reject(named('InvalidStateError'))
      isOpen = true
      isHandleLost = false
      emitOtherReplies()
      return Promise.resolve()
    },
    close: () => {
      isOpen = false
      return Promise.resolve()
    },
    forget: () => Promise.resolve(),
    sendReport: (id, data) => {
      // As measured in Chromium: after an unplug, or once permission was taken back, a send may stay pending for ever.
      if (!isPlugged || isHandleLost) return new Promise(() => {})
      if (!isOpen) return Promise.reject(named('InvalidStateError'))
      if (id !== reportId || data.length !== frameBytes) return Promise.reject(named('NotAllowedError'))
      if (clock.now() - pluggedAtMs < faults.refuseSendsMs) return Promise.reject(named('NotAllowedError'))
      onFrame(data.slice())
      return Promise.resolve()
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }

  return {
    device,
    set: (next) => {
      const wasOtherUpdate = faults.otherUpdate
      faults = { ...faults, ...next }
      chance = seededChance(faults.seed)
      if (!wasOtherUpdate) emitOtherReplies()
      if (next.unknownMessageAt === 'idle') emit(message(unknownMessageType, 0), faults.latencyMs)
    },
    unplug,
    loseHandle,
    plug: () => {
      if (isPlugged) return
      plug()
      usb.onPlug?.()
    },
    hear: (frame) => emit(frame, 0),
    flash: bootloader.flash,
    get applicationValid() {
      return bootloader.isApplicationValid()
    },
    get isPlugged() {
      return isPlugged
    },
    get isHandleLost() {
      return isHandleLost
    },
    get faults() {
      return faults
    },
    frames: log,
  }
}

function message(type: number, status: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(frameBytes)
  frame[0] = type
  frame[1] = status
  return withChecksum(frame)
}

/** WebHID rejects with a DOMException, which pure TypeScript does not have; callers only look at its name. */
function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}
