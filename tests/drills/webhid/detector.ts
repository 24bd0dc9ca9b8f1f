/** The detector at the other end of the drill's cable: bootloader, plug and faults. Knows no browser. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Bootloader, command, createBootloader, frameBytes, programReply, refusalOf, unknownMessage } from './bootloader.ts'
import { type FaultPlan, type Incident, noFaults, type Random } from './faultPlan.ts'
import type { Cable, HidBus } from './hidBus.ts'

const identity = { vendorId: 13166, productId: 1, productName: 'WS6' }
const usbSerial = '0A1B2C3D4E'
/** The round trip of a report and its reply on full-speed USB. */
const replyMs = 2
const restartMs = 400
/** The product id that its bootloader has, if that is another USB product. */
const bootloaderProductId = 2
/** Full-speed USB carries a request in one frame, and its reply in the next one. */
const usbFrameMs = 1
/** How often another browser's update hears something. */
const otherReplyMs = 5

export type Detector = {
  readonly bootloader: Bootloader
  readonly plugIn: () => Promise<void>
  readonly pull: () => Promise<void>
  /** Also while it restarts, or somebody is about to plug it in again. */
  readonly isPlugged: () => boolean
  /** Takes it out of the computer for a new update, with these faults from now on. */
  readonly plan: (plan: FaultPlan) => Promise<void>
  /** What has gone wrong since it was made: `lost`, or `pull at erase` for what is planned for one request. */
  readonly faultsMet: ReadonlyMap<string, number>
  /** Whether its new application has not started after the last update. */
  readonly hasFailedToRestart: () => boolean
  /** How often an update has reached it since the last `plan`. */
  readonly starts: () => number
  /** The requests of each command since the last `plan`, with the time at which each arrived (performance.now()). */
  readonly arrivals: () => readonly { readonly code: number; readonly atMs: number; readonly isFirstChunk: boolean }[]
}

/** `inUsbFrames`: replies come when full-speed USB would carry them, to the tenth of a millisecond; faults that take time do not work then. */
export function createDetector(bus: HidBus, { inUsbFrames = false } = {}): Detector {
  const bootloader = createBootloader()
  const faultsMet = new Map<string, number>()
  let plan = noFaults
  let pending: Incident[] = []
  let requests = new Map<number, number>()
  let arrivals: { code: number; atMs: number; isFirstChunk: boolean }[] = []
  let cable: Cable | null = null
  let mutedCable: Cable | null = null
  let hasJumped = false
  let silentUntilMs = 0
  let refusals = { code: 0, left: 0 }
  let hasFailedToRestart = false
  let starts = 0
  let lastCode = 0
  let moving = Promise.resolve()

  const count = (kind: string) => void faultsMet.set(kind, (faultsMet.get(kind) ?? 0) + 1)
  /** One movement of the cable after the other. */
  const move = (movement: () => Promise<void>) => (moving = moving.then(movement))

  async function connect(): Promise<void> {
    if (cable !== null) return
    bootloader.powerOn()
    const isJumping = plan.jumps && (hasJumped || !bootloader.hasValidApplication())
    const shown = {
      ...identity,
      productId: isJumping ? bootloaderProductId : identity.productId,
      usbSerial: plan.hasUsbSerial ? usbSerial : null,
      hasNumberedReports: plan.hasNumberedReports,
    }
    if (plan.hasMutedInterface) mutedCable = await bus.plug(shown, () => {})
    cable = await bus.plug(shown, onRequest)
  }

  async function disconnect(): Promise<void> {
    const cables = [cable, mutedCable]
    cable = null
    mutedCable = null
    for (const one of cables) await one?.pull()
  }

  /** As the bootloader that it starts for the update. */
  function jump(): void {
    count('jump')
    hasJumped = true
    cable = withoutReplies(cable)
    void outFor(restartMs)
  }

  const outFor = (ms: number) =>
    move(async () => {
      await disconnect()
      await delay(ms)
      await connect()
    })

  function onRequest(request: Uint8Array): void {
    const code = request[0] ?? 0
    const offset = code === command.program ? new DataView(request.buffer, request.byteOffset).getUint32(1) : 0
    arrivals.push({ code, atMs: performance.now(), isFirstChunk: code === command.program && offset === 0 })
    // Asked again at once, it is the same start.
    if (code === command.selectTarget && lastCode !== code) starts += 1
    lastCode = code
    requests.set(code, (requests.get(code) ?? 0) + 1)
    const incident = pending.find((one) => isDue(one, code, offset))
    if (incident !== undefined) {
      pending = pending.filter((one) => one !== incident)
      count(`${incident.kind} at ${incident.at}`)
      begin(incident, request)
    }
    if (cable === null || performance.now() < silentUntilMs) return
    if (code === command.selectTarget && plan.jumps && !hasJumped && bootloader.hasValidApplication()) return jump()
    if (refusals.left > 0 && refusals.code === code) {
      refusals.left -= 1
      send(refusalOf(request))
      return
    }
    const isLost = happens('lost')
    // Half of what is lost are replies: their requests are obeyed.
    if (isLost && plan.random() < 0.5) return
    const wasComplete = bootloader.isComplete()
    const reply = bootloader.answer(request)
    if (reply !== null && !isLost) respond(request, reply)
    if (code === command.disconnect && wasComplete) void restart()
  }

  function isDue({ at, share, nth, kind }: Incident, code: number, offset: number): boolean {
    if (command[at] !== code) return false
    // Not the disconnect before a new attempt.
    if (kind === 'failedRestart') return bootloader.isComplete()
    return at === 'program' ? offset >= share * bootloader.flash().length - frameBytes : requests.get(code) === nth
  }

  function begin(incident: Incident, request: Uint8Array): void {
    switch (incident.kind) {
      case 'pull':
        if (incident.isHandledFirst) bootloader.answer(request)
        void outFor(incident.awayMs)
        // What arrives until the cable is out is lost.
        cable = withoutReplies(cable)
        silentUntilMs = performance.now() + 50
        break
      case 'silence':
        silentUntilMs = performance.now() + incident.forMs
        break
      case 'refusal':
        refusals = { code: request[0] ?? 0, left: incident.times }
        break
      case 'unknownMessage':
        send(unknownMessage())
        break
      case 'failedRestart':
        hasFailedToRestart = true
        break
      case 'deadHandle':
        void bus.killHandles()
        break
      case 'otherUpdate':
        hearOther(performance.now() + incident.forMs)
        break
    }
  }

  function hearOther(untilMs: number): void {
    if (performance.now() >= untilMs) return
    send(programReply())
    setTimeout(() => hearOther(untilMs), otherReplyMs)
  }

  function happens(kind: 'lost' | 'corrupted' | 'duplicated' | 'late' | 'echoed'): boolean {
    if (plan[kind] === 0 || plan.random() >= plan[kind]) return false
    count(kind)
    return true
  }

  function respond(request: Uint8Array, reply: Uint8Array): void {
    if (inUsbFrames) {
      const frame = Math.floor(performance.now() / usbFrameMs)
      // A timer comes too late.
      sleep((frame + 2) * usbFrameMs - performance.now())
      cable?.send(reply)
      return
    }
    if (happens('echoed')) send(request)
    const afterMs = happens('late') ? 300 + plan.random() * 1_200 : replyMs
    const sent = happens('corrupted') ? corrupted(reply, plan.random) : reply
    send(sent, afterMs)
    if (happens('duplicated')) send(sent, afterMs)
  }

  function send(frame: Uint8Array, afterMs = replyMs): void {
    const through = cable
    // The cable may be pulled meanwhile.
    setTimeout(() => cable === through && through?.send(frame), afterMs)
  }

  /** Every detector leaves USB when it starts its application, and comes back. */
  function restart(): Promise<void> {
    hasJumped = false
    return outFor(restartMs)
  }

  return {
    bootloader,
    faultsMet,
    plugIn: () => move(connect),
    pull: () => move(disconnect),
    isPlugged: () => cable !== null,
    plan: (next) =>
      move(async () => {
        await disconnect()
        plan = next
        pending = [...next.incidents]
        requests = new Map()
        arrivals = []
        silentUntilMs = 0
        starts = 0
        lastCode = 0
        refusals = { code: 0, left: 0 }
        hasFailedToRestart = false
        hasJumped = false
      }),
    hasFailedToRestart: () => {
      const has = hasFailedToRestart
      hasFailedToRestart = false
      return has
    },
    starts: () => starts,
    arrivals: () => arrivals,
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** One byte is another. */
function corrupted(frame: Uint8Array, random: Random): Uint8Array {
  const at = Math.floor(random() * frameBytes)
  return frame.with(at, (frame[at] ?? 0) ^ (1 + Math.floor(random() * 255)))
}

function withoutReplies(cable: Cable | null): Cable | null {
  return cable && { send: () => {}, pull: cable.pull }
}
