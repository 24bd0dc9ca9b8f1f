/**
 * Owns the link to the detector and the update: chunks, checks, resends, timers, state. Lives in a worker because a hidden page has its
 * timers slowed to one a minute and a worker has not. Knows no USB (frames come and go on its own channel) and no server.
 */
import * as Comlink from 'comlink'
import type { Clock } from '../src/device/clock.ts'
import { connect } from '../src/device/update/connect.ts'
import { createFlightRecorder } from '../src/device/recorder/flightRecorder.ts'
import { createFrameLinks } from '../src/device/link/frameLink.ts'
import { disconnect, endOf, updateCall } from '../src/device/recorder/linkCalls.ts'
import { probeLink } from '../src/device/link/linkQuality.ts'
import { createTransport } from '../src/device/link/transport.ts'
import { update } from '../src/device/update/update.ts'
import type { DeviceWorkerApi } from '../src/device/workerApi.ts'

const workerClock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const recorder = createFlightRecorder(workerClock)
const { clock } = recorder
const openLink = createFrameLinks(globalThis)

/** Where a detector is asked that is not there: gone from the start. */
const nowhere = createTransport({ send: () => {}, open: () => () => {} }, clock, () => {})
nowhere.close()

let transport = nowhere

const api: DeviceWorkerApi = {
  attach: async (onEvent) => {
    transport.close()
    recorder.clear()
    transport = createTransport(recorder.link(openLink()), clock, onEvent)
  },
  connect: () => recorder.during({ name: 'connect' }, () => connect(transport), endOf.connect),
  probe: () => recorder.during({ name: 'probe' }, () => probeLink(transport, clock.now), endOf.probe),
  update: (request, onState) => recorder.during(updateCall(request), () => update(transport, clock, request, onState), endOf.update),
  lose: async () => {
    recorder.lost()
    transport.close()
  },
  disconnect: async () => {
    const leaving = transport
    transport = nowhere
    await recorder.during({ name: 'disconnect' }, () => disconnect(leaving), endOf.disconnect)
  },
  recording: async () => {
    const recording = recorder.recording()
    return Comlink.transfer(recording, [recording.kinds.buffer, recording.times.buffer, recording.frames.buffer])
  },
}

// The page's first message is the port for its calls; all later ones are frames.
addEventListener('message', ({ data }) => Comlink.expose(api, data), { once: true })
