/** The real device layers on the simulated detector, in virtual time: what worker and page do in a browser, on one thread or as if on two. */
import { relayFrames } from '../../src/app/detector/hidRelay.ts'
import { connect } from '../../src/device/update/connect.ts'
import { createFlightRecorder } from '../../src/device/recorder/flightRecorder.ts'
import { createFrameLinks } from '../../src/device/link/frameLink.ts'
import { frameBytes, reportId } from '../../src/device/protocol/frames.ts'
import type { HidDevice, HidInputReport } from '../../src/device/hidDevice.ts'
import { endOf, updateCall } from '../../src/device/recorder/linkCalls.ts'
import { probeLink } from '../../src/device/link/linkQuality.ts'
import { createSimulator, type Simulator } from '../../src/device/simulator/simulator.ts'
import type { SimulatorFaults } from '../../src/device/simulator/simulatorFaults.ts'
import { createTransport, type FrameLink, type Transport } from '../../src/device/link/transport.ts'
import { update } from '../../src/device/update/update.ts'
import type { ConnectOutcome, LinkEvent, ProbeOutcome, Recording, UpdateOutcome, UpdateState } from '../../src/device/workerApi.ts'
import { createThreads } from './threads.ts'
import { createVirtualClock, type VirtualClock } from './virtualClock.ts'

/** Longer than any update of a test takes on the worst link, and short enough to call more than that hanging. */
const hangsAfterMs = 3_600_000
/** Of the recorder: more than any try of a test needs, and soon made anew for each of thousands. */
const keptPlaces = 4_096

export type DetectorBench = {
  readonly clock: VirtualClock
  readonly simulator: Simulator
  readonly events: readonly LinkEvent[]
  readonly states: readonly UpdateState[]
  unplugs(): number
  /** Opens the device anew, as a page does after each plugging. */
  open(): Promise<Transport>
  connect(): Promise<ConnectOutcome>
  /** Of the detector just connected. */
  probe(): Promise<ProbeOutcome>
  update(image: Uint8Array, serialNumber?: string): Promise<UpdateOutcome>
  /** Of the device opened last. */
  recording(): Recording
}

/** `hopMs`: the layers live on a thread of their own, and each message takes so long. */
export function createDetectorBench(faults: Partial<SimulatorFaults> = {}, hopMs?: () => number): DetectorBench {
  const clock = createVirtualClock()
  const recorder = createFlightRecorder(clock, keptPlaces)
  let transport: Transport | null = null
  let unplugs = 0
  let stopRelay: (() => void) | undefined
  const simulator = createSimulator(
    clock,
    {
      onUnplug: () => {
        unplugs += 1
        stopRelay?.()
        recorder.lost()
        transport?.close()
      },
    },
    faults,
  )
  const openLink = hopMs === undefined ? () => linkTo(simulator.device) : linkByThreads(hopMs)
  const events: LinkEvent[] = []
  const states: UpdateState[] = []

  function linkByThreads(hop: () => number): () => FrameLink {
    const [page, worker] = createThreads(clock, hop)
    const openFrameLink = createFrameLinks(worker)
    return () => {
      stopRelay?.()
      stopRelay = relayFrames(simulator.device, page)
      return openFrameLink()
    }
  }

  async function open(): Promise<Transport> {
    transport?.close()
    await simulator.device.close()
    await simulator.device.open()
    recorder.clear()
    transport = createTransport(recorder.link(openLink()), recorder.clock, (event) => events.push(event))
    return transport
  }

  return {
    clock,
    simulator,
    events,
    states,
    unplugs: () => unplugs,
    open,
    connect: async () => {
      const link = await open()
      return clock.until(
        recorder.during({ name: 'connect' }, () => connect(link), endOf.connect),
        hangsAfterMs,
      )
    },
    probe: async () => {
      const link = transport ?? (await open())
      return clock.until(
        recorder.during({ name: 'probe' }, () => probeLink(link, clock.now), endOf.probe),
        hangsAfterMs,
      )
    },
    update: async (image, serialNumber = '0A1B2C3D4E') => {
      const link = transport ?? (await open())
      const request = { image, serialNumber }
      const run = () => update(link, clock, request, (state) => states.push(state))
      return clock.until(recorder.during(updateCall(request), run, endOf.update), hangsAfterMs)
    },
    recording: recorder.recording,
  }
}

function linkTo(device: HidDevice): FrameLink {
  return {
    send: (frame) => void device.sendReport(reportId, frame.slice()).catch(() => {}),
    open: (onFrame) => {
      function onReport({ data }: HidInputReport): void {
        onFrame(new Uint8Array(data.buffer, data.byteOffset, frameBytes))
      }
      device.addEventListener('inputreport', onReport)
      return () => device.removeEventListener('inputreport', onReport)
    },
  }
}
