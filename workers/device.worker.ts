/**
 * Owns the link to the detector and the update: chunks, checks, resends, timers, state. Lives in a worker because a hidden page has its
 * timers slowed to one a minute and a worker has not. Knows no USB (frames come and go on a port) and no server.
 */
import * as Comlink from 'comlink'
import type { Clock } from '../src/device/clock.ts'
import { connect } from '../src/device/connect.ts'
import { encodeRequest } from '../src/device/frames.ts'
import { createTransport, type FrameLink, type Transport } from '../src/device/transport.ts'
import { update } from '../src/device/update.ts'
import type { DeviceWorkerApi, FramePort } from '../src/device/workerApi.ts'

const clock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

let transport: Transport | null = null

const api: DeviceWorkerApi = {
  attach: (port, onEvent) => {
    transport?.close()
    transport = createTransport(portLink(port), clock, onEvent)
    return Promise.resolve()
  },
  connect: async () => (transport === null ? { isConnected: false, cause: 'device.disconnected.error' } : connect(transport)),
  update: async (request, onState) => {
    const link = transport ?? createTransport(nowhere, clock, () => {})
    return update(link, clock, request, onState)
  },
  disconnect: async () => {
    const leaving = transport
    transport = null
    await leaving?.ask({ command: 'disconnect', frame: encodeRequest({ command: 'disconnect' }) })
    leaving?.close()
  },
}

/** Frames as transferred buffers, and 'gone' when USB reports a disconnect. */
function portLink(port: FramePort): FrameLink {
  return {
    send: (frame) => {
      const { buffer } = frame.slice()
      port.postMessage(buffer, [buffer])
    },
    open: (onFrame, onGone) => {
      port.addEventListener('message', ({ data }) => {
        if (data instanceof ArrayBuffer) onFrame(new Uint8Array(data))
        else if (data === 'gone') onGone()
      })
      port.start()
    },
    close: () => port.close(),
  }
}

/** Where an update ends that is asked for without a detector: gone from the start. */
const nowhere: FrameLink = { send: () => {}, open: (_onFrame, onGone) => onGone(), close: () => {} }

Comlink.expose(api)
