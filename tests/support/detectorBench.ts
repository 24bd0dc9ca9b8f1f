/** The real device layers on the simulated detector in virtual time, wired as worker and page are; on one thread, or as if on two. */
import { relayFrames } from '../../src/app/detector/hidRelay.ts'
import { connect, type ConnectOutcome } from '../../src/device/update/connect.ts'
import { createFlightRecorder } from '../../src/device/recorder/flightRecorder.ts'
import { createFrameLinks, type FrameLink } from '../../src/device/link/frameLink.ts'
import { frameBytes, reportId } from '../../src/device/protocol/hidReport.ts'
import type { HidDevice, HidInputReport } from '../../src/device/hidDevice.ts'
import { endOf, updateCall } from '../../src/device/recorder/linkCalls.ts'
import { probeLink, type ProbeOutcome } from '../../src/device/link/linkQuality.ts'
import { createSimulator, type Simulator } from '../../src/device/simulator/simulator.ts'
import type { SimulatorFaults } from '../../src/device/simulator/simulatorFaults.ts'
import { createTransport, type LinkEvent, type SentTimes, type Transport } from '../../src/device/link/transport.ts'
import { update } from '../../src/device/update/update.ts'
import type { Recording } from '../../src/device/recorder/recording.ts'
import type { UpdateOutcome, UpdateState } from '../../src/device/update/updateState.ts'
import { createThreads } from './threads.ts'
import { createVirtualClock, type VirtualClock } from './virtualClock.ts'

/** Longer than any update in a test takes, even on the worst link. */
const hangsAfterMs = 3_600_000
/** Entries of the recorder: enough for any test, and quick to allocate thousands of times. */
const recorderEntries = 4_096

export type DetectorBench = {
  readonly clock: VirtualClock
  readonly simulator: Simulator
  readonly events: readonly LinkEvent[]
  readonly states: readonly UpdateState[]
  unplugs(): number
  /** Opens the device again, as a page does each time it is plugged in. */
  open(): Promise<Transport>
  connect(): Promise<ConnectOutcome>
  /** Probes the last connected detector. */
  probe(): Promise<ProbeOutcome>
  update(image: Uint8Array, serialNumber?: string): Promise<UpdateOutcome>
  /** The recording of the last opened device. */
  recording(): Recording
}

/** With `hopMs`, the layers run as if on their own thread, and each message between the threads takes this long. */
export function createDetectorBench(faults: Partial<SimulatorFaults> = {}, hopMs?: () => number): DetectorBench {
  const clock = createVirtualClock()
  const recorder = createFlightRecorder(clock, recorderEntries)
  let transport: Transport | null = null
  let unplugs = 0
  let stopRelay: (() => void) | undefined
  const simulator = createSimulator(
    clock,
    {
      onUnplug: () => {
        unplugs += 1
        stopRelay?.()
        recorder.markDisconnected()
        transport?.close()
      },
    },
    faults,
  )
  const openLink = hopMs === undefined ? () => linkTo(simulator.device) : linkByThreads(hopMs)
  const events: LinkEvent[] = []
  const states: UpdateState[] = []
  const sentAtMs: SentTimes = new Map()

  function linkByThreads(hop: () => number): () => FrameLink {
    const [page, worker] = createThreads(clock, hop)
    const openFrameLink = createFrameLinks(worker)
    return () => {
      stopRelay?.()
      stopRelay = relayFrames(simulator.device, page, (sending) => void sending.catch(() => {}))
      return openFrameLink()
    }
  }

  async function open(): Promise<Transport> {
    transport?.close()
    await simulator.device.close()
    await simulator.device.open()
    recorder.clear()
    transport = createTransport(recorder.link(openLink()), recorder.clock, (event) => events.push(event), sentAtMs)
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
