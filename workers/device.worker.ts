/**
 * Owns the link to the detector and the update: chunks, checksums, resends, timers, state. A worker, because Chromium slows a hidden page's
 * timers to one a second and after five minutes to one a minute, but not a worker's. Knows no USB (frames use the worker's own channel) and no
 * server.
 */
import * as Comlink from 'comlink'
import type { Clock } from '../src/device/clock.ts'
import { createFrameLinks } from '../src/device/link/frameLink.ts'
import { probeLink } from '../src/device/link/linkQuality.ts'
import { createTransport, type SentTimes } from '../src/device/link/transport.ts'
import { createFlightRecorder } from '../src/device/recorder/flightRecorder.ts'
import { endOf, updateCall } from '../src/device/recorder/linkCalls.ts'
import { connect, disconnect } from '../src/device/update/connect.ts'
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

/** Used while no detector is attached: every request fails as disconnected. */
const disconnectedTransport = createTransport({ send: () => {}, open: () => () => {} }, clock, () => {})
disconnectedTransport.close()

let transport = disconnectedTransport
const sentAtMs: SentTimes = new Map()

const api: DeviceWorkerApi = {
  attach: async (onEvent) => {
    transport.close()
    recorder.clear()
    transport = createTransport(recorder.link(openLink()), clock, onEvent, sentAtMs)
  },
  connect: (isQuick) => recorder.during({ name: 'connect' }, () => connect(transport, isQuick), endOf.connect),
  probe: () => recorder.during({ name: 'probe' }, () => probeLink(transport, clock.now), endOf.probe),
  update: (request, onState) => recorder.during(updateCall(request), () => update(transport, clock, request, onState), endOf.update),
  markDisconnected: async () => {
    recorder.markDisconnected()
    transport.close()
  },
  disconnect: async () => {
    const leaving = transport
    transport = disconnectedTransport
    await recorder.during({ name: 'disconnect' }, () => disconnect(leaving), endOf.disconnect)
  },
  recording: async () => {
    const recording = recorder.recording()
    return Comlink.transfer(recording, [recording.kinds.buffer, recording.times.buffer, recording.frames.buffer])
  },
}

// The page's first message is the port for its calls; all later ones are frames.
addEventListener('message', ({ data }: MessageEvent<Comlink.Endpoint>) => Comlink.expose(api, data), { once: true })
