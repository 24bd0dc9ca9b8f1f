/**
 * The open connection to one detector: its device, the relay of its frames and the worker that speaks with it. Only this file knows the device
 * worker. Frames pass through hidRelay.ts; nothing here runs for each frame. Knows no states of the page.
 */
import * as Comlink from 'comlink'
import type { HidDevice } from '../../device/hidDevice.ts'
import type { ProbeOutcome } from '../../device/link/linkQuality.ts'
import type { LinkEvent } from '../../device/link/transport.ts'
import type { Recording } from '../../device/recorder/recording.ts'
import type { ConnectOutcome } from '../../device/update/connect.ts'
import type { UpdateOutcome, UpdateState } from '../../device/update/updateState.ts'
import type { AppError } from '../../errors.ts'
import { workerClock } from '../browser/workerTimers.ts'
import { withExchangeLock } from './detectorLock.ts'
import type { LossCause } from './detectorStore.ts'
import { type DeviceWorker, openDeviceWorker } from './deviceWorker.ts'
import { relayFrames } from './hidRelay.ts'
import { watchSends } from './sendWatch.ts'
import { openDetector, type Port, watchUnplug } from './webHid.ts'

/** Keeps a reference to the device while it is used: WebHID drops devices that nothing refers to. */
type Connection = {
  readonly port: Port
  readonly device: HidDevice
  readonly stopRelay: () => void
  readonly stopWatching: () => void
}

type ConnectionEvents = {
  readonly onLinkEvent: (event: LinkEvent) => void
  /** The connection is gone already. */
  readonly onLoss: (cause: LossCause, port: Port) => void
  readonly onCrash: (crash: AppError) => void
}

let connection: Connection | null = null
let deviceWorker: DeviceWorker | null = null
/** The probe under way: no other request may be sent meanwhile. */
let probing: Promise<unknown> = Promise.resolve()

export function openDevice(): HidDevice | null {
  return connection?.device ?? null
}

/** Opens it and asks what it is. It stays open. `isQuick`: as `DeviceWorkerApi.connect`. Throws as `openDetector` does, and if the worker dies. */
export async function openConnection(port: Port, device: HidDevice, isQuick: boolean, events: ConnectionEvents): Promise<ConnectOutcome> {
  await openDetector(port, device)
  const worker = (deviceWorker ??= startDeviceWorker(events.onCrash))
  const onLoss = (cause: LossCause) => {
    if (connection?.device !== device) return
    lose(connection)
    events.onLoss(cause, port)
  }
  const isListed = async () => (await port.bus.getDevices()).includes(device)
  const sends = watchSends(workerClock, isListed, () => onLoss('device.handle.lost.error'))
  const stopRelay = relayFrames(device, worker.frames, sends)
  const stopWatching = watchUnplug(port.bus, device, () => onLoss('device.disconnected.error'))
  connection = { port, device, stopRelay, stopWatching }
  await call(worker, ({ attach }) => attach(Comlink.proxy(events.onLinkEvent)))
  return call(worker, (api) => api.connect(isQuick))
}

/** Runs an update on the open connection, once the probe under way has ended. Throws if the worker dies. */
export async function runOnDetector(
  request: { readonly image: Uint8Array; readonly serialNumber: string },
  onState: (state: UpdateState) => void,
): Promise<UpdateOutcome | null> {
  await probing
  return deviceWorker && call(deviceWorker, ({ update }) => update(request, Comlink.proxy(onState)))
}

/** Null if nothing is open, another tab runs an update, or `isAllowed` says no when its turn has come. */
export async function probeConnection(isAllowed: () => boolean): Promise<ProbeOutcome | null> {
  const before = probing
  const probe = before.then(async () => {
    const worker = deviceWorker
    if (!isAllowed() || connection === null || worker === null) return null
    return withExchangeLock(() => call(worker, (api) => api.probe()))
  })
  probing = probe.catch(() => {})
  return probe
}

/** Of the link used last; null before the first. */
export async function recordingOfLink(): Promise<Recording | null> {
  return (await deviceWorker?.api.recording()) ?? null
}

/** Closes the connection without a word to the detector. */
export async function leave(): Promise<void> {
  const left = take()
  if (left === null) return
  left.stopRelay()
  if (deviceWorker !== null) await call(deviceWorker, (api) => api.markDisconnected())
  await left.device.close().catch(() => {})
}

/** Closes the connection. Sends disconnect first, unless another tab is running an update. */
export async function closeConnection(): Promise<void> {
  const closed = take()
  if (closed === null) return
  await probing
  const worker = deviceWorker
  if (worker !== null) {
    const isDisconnectSent = await withExchangeLock(async () => {
      await call(worker, (api) => api.disconnect()).catch(() => {})
      return true
    })
    // Another tab is running an update, so this tab must not send anything.
    if (isDisconnectSent === null) await call(worker, (api) => api.markDisconnected()).catch(() => {})
  }
  closed.stopRelay()
  // Fails for a device that has just restarted.
  await closed.device.close().catch(() => {})
}

/** From now on nothing is connected. */
function take(): Connection | null {
  const taken = connection
  connection = null
  taken?.stopWatching()
  return taken
}

/** The worker ends the call in progress. */
function lose({ device, stopRelay }: Connection): void {
  take()
  stopRelay()
  void deviceWorker?.api.markDisconnected()
  // Its `opened` stays true until it is closed.
  void device.close().catch(() => {})
}

function call<Reply>({ api, crashed }: DeviceWorker, run: (api: DeviceWorker['api']) => Reply): Promise<Awaited<Reply>> {
  return Promise.race([run(api), crashed])
}

function startDeviceWorker(onCrash: (crash: AppError) => void): DeviceWorker {
  return openDeviceWorker(new Worker(new URL('../../../workers/device.worker.ts', import.meta.url), { type: 'module' }), (crash) => {
    deviceWorker = null
    void closeConnection()
    onCrash(crash)
  })
}
