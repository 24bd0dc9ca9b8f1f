/**
 * Connects the page to a detector, real or simulated, and runs updates on it. Only this file knows the device worker. Frames pass through
 * hidRelay.ts; nothing here runs for each frame, and React renders at most five times a second.
 */
import * as Comlink from 'comlink'
import type { HidDevice } from '../../device/hidDevice.ts'
import type { LinkEvent } from '../../device/link/transport.ts'
import type { ProbeOutcome } from '../../device/link/linkQuality.ts'
import type { Recording } from '../../device/recorder/recording.ts'
import type { UpdateOutcome, UpdateState } from '../../device/update/updateState.ts'
import { type AppError, asAppError } from '../../errors.ts'
import { createPacer } from '../browser/pacer.ts'
import { untilNoUpdateRuns, withExchangeLock, withUpdateLock } from './detectorLock.ts'
import { detectorState, isOtherConnected, setDetector, setDetectorUntil } from './detectorStore.ts'
import { type DeviceWorker, openDeviceWorker } from './deviceWorker.ts'
import { relayFrames } from './hidRelay.ts'
import { emitLinkEvent, resetBadChecksum } from './linkEvents.ts'
import { guardUpdate } from '../browser/pageGuards.ts'
import { countPlugged, rememberPlugged } from './pluggedDetectors.ts'
import { isMilestone, notStarted } from './updateStates.ts'
import { allowedDetectors, chooseByBrowser, openDetector, watchPlug, watchUnplug } from './webHid.ts'

export { type DetectorState, useDetector } from './detectorStore.ts'
export { onLinkEvent } from './linkEvents.ts'
export { isWebHidSupported } from './webHid.ts'

/** Keeps a reference to the device while it is used: WebHID drops devices that nothing refers to. */
type OpenConnection = {
  readonly device: HidDevice
  readonly stopRelay: () => void
  readonly stopWatching: () => void
  /** Reconnects the detector when it is plugged in again; returns how to stop waiting. */
  readonly awaitReturn: () => () => void
}

type FoundDetector = {
  readonly device: HidDevice
  readonly label: string
  readonly isSimulated: boolean
  readonly watch: (device: HidDevice, onUnplug: () => void) => () => void
  readonly awaitReturn: () => () => void
}

let connection: OpenConnection | null = null
let candidates: ReadonlyMap<string, HIDDevice> = new Map()
let deviceWorker: DeviceWorker | null = null
let isUpdating = false
/** The probe under way: no other request may be sent meanwhile. */
let probing: Promise<unknown> = Promise.resolve()
let stopAwaitingReturn = () => {}
let wasSimulated = false

/**
 * Connects the detector that was allowed before, or shows the browser's chooser; needs a click. Closing the chooser changes nothing. With more
 * than one allowed detector the state becomes `choosing`. Failures are states. Ignored while this page runs an update. `serialNumber`: of the
 * detector that is meant; the chooser is shown where another one is connected, because the allowed one may be that.
 */
export async function connectDetector(serialNumber?: string): Promise<void> {
  if (isUpdating) return
  try {
    const allowed = serialNumber !== undefined && isOtherConnected(serialNumber) ? [] : await allowedDetectors()
    if (allowed.length > 1) return offerChoice(allowed)
    const device = allowed[0] ?? (await chooseByBrowser())
    if (device !== null) await connectReal(device)
  } catch {
    // WebHID itself refused: a policy of the browser's administrator, or no click just before.
    setDetector({ status: 'failed', cause: 'device.open.error' })
  }
}

/** Connects the candidate with this key; needs the state `choosing`. */
export async function chooseDetector(key: string): Promise<void> {
  const device = candidates.get(key)
  candidates = new Map()
  if (device !== undefined) await connectReal(device)
}

/** Connects again: the simulated detector if it was connected last, else a real one. */
export function reconnectDetector(): Promise<void> {
  return wasSimulated ? connectSimulatedDetector() : connectDetector()
}

/** Connects the simulated detector and makes it `window.simulatedDetector`. */
export async function connectSimulatedDetector(): Promise<void> {
  const { simulatedDevice, watchSimulatedPlug, watchSimulatedUnplug } = await import('./simulatedDetector.ts')
  const awaitReturn = () => watchSimulatedPlug(() => void connectSimulatedDetector())
  const label = simulatedDevice.productName
  await connectFound({ device: simulatedDevice, label, isSimulated: true, watch: watchSimulatedUnplug, awaitReturn })
}

/** Measures the link to the connected detector and reads its identity again. Null if none is connected or an update runs in any tab. */
export async function probeDetector(): Promise<ProbeOutcome | null> {
  const before = probing
  const probe = before.then(async () => {
    if (isUpdating || connection === null || deviceWorker === null) return null
    const { api, crashed } = deviceWorker
    return withExchangeLock(() => Promise.race([api.probe(), crashed]))
  })
  probing = probe.catch(() => {})
  const outcome = await probe
  if (outcome?.isProbed === false && outcome.cause === 'device.unknown.message.error') handleLinkEvent('unknownMessage')
  return outcome
}

/** Closes the connection, and waits for no unplugged detector. Sends disconnect first, unless another tab is running an update. */
export async function disconnectDetector(): Promise<void> {
  stopAwaitingReturn()
  await closeConnection()
  setDetector({ status: 'absent' })
}

/**
 * Writes `image` (a firmware file without its trailer) to the connected detector, if it has this `serialNumber`. All tabs of this origin
 * together run one update at a time. `onState` is called at most five times a second, and for each new phase. Never rejects: the outcome is
 * returned. With `mustReload` the caller must record the failure and then reload the page.
 */
export async function startUpdate(
  image: Uint8Array,
  serialNumber: string,
  onState: (state: UpdateState) => void = () => {},
): Promise<UpdateOutcome> {
  if (isUpdating) return notStarted('device.updating.error', image)
  const state = detectorState()
  if (state.status !== 'connected') return notStarted('device.disconnected.error', image)
  if (state.identity.serialNumber !== serialNumber) return notStarted('device.changed.error', image)
  isUpdating = true
  try {
    return (await withUpdateLock(() => runUpdate(image, serialNumber, onState))) ?? notStarted('device.updating.error', image)
  } catch (thrown) {
    return notStarted(asAppError(thrown).code, image)
  } finally {
    isUpdating = false
  }
}

/** The flight recording of the link used last; null if no call has been made. */
export async function recordedLink(): Promise<Recording | null> {
  const recording = await deviceWorker?.api.recording()
  return recording !== undefined && recording.marks.length > 0 ? recording : null
}

async function runUpdate(image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void): Promise<UpdateOutcome> {
  await probing
  if ((await countPlugged()).addedDetectors > 0) return notStarted('device.added.error', image)
  const { api, crashed } = (deviceWorker ??= startDeviceWorker())
  const release = guardUpdate()
  resetBadChecksum()
  const pace = createPacer<UpdateState>((state) => {
    // States and the outcome use different ports, so a state can arrive after the outcome.
    if (isUpdating) onState(state)
  }, isMilestone)
  try {
    return await Promise.race([api.update({ image, serialNumber }, Comlink.proxy(pace)), crashed])
  } catch (thrown) {
    return notStarted(asAppError(thrown).code, image)
  } finally {
    release()
  }
}

function offerChoice(devices: readonly HIDDevice[]): void {
  candidates = new Map(devices.map((device, index) => [String(index), device]))
  const labels = devices.map(({ productName }, index) => ({ key: String(index), label: productName }))
  setDetector({ status: 'choosing', candidates: labels })
}

function connectReal(device: HIDDevice): Promise<void> {
  const awaitReturn = () => watchPlug((returned) => void connectReal(returned))
  return connectFound({ device, label: device.productName, isSimulated: false, watch: watchUnplug, awaitReturn })
}

async function connectFound({ device, label, isSimulated, watch, awaitReturn }: FoundDetector): Promise<void> {
  if (detectorState().status === 'connecting' || isUpdating) return
  stopAwaitingReturn()
  setDetector({ status: 'connecting' })
  wasSimulated = isSimulated
  try {
    await closeConnection()
    const outcome = await withExchangeLock(async () => {
      await openDetector(device)
      await rememberPlugged()
      const { api, frames, crashed } = (deviceWorker ??= startDeviceWorker())
      connection = { device, stopRelay: relayFrames(device, frames), stopWatching: watch(device, onUnplug), awaitReturn }
      await Promise.race([api.attach(Comlink.proxy(handleLinkEvent)), crashed])
      return Promise.race([api.connect(), crashed])
    })
    if (outcome === null) {
      // The refusal goes with the update that caused it.
      void setDetectorUntil({ status: 'failed', cause: 'device.updating.error' }, untilNoUpdateRuns())
    } else if (outcome.isConnected) {
      const { identity, accessories } = outcome
      setDetector({ status: 'connected', isSimulated, label, identity, accessories })
    } else if (outcome.cause === 'device.unknown.message.error') {
      handleLinkEvent('unknownMessage')
    } else if (connection !== null) {
      await closeConnection()
      setDetector({ status: 'failed', cause: outcome.cause })
    }
  } catch (thrown) {
    setDetector({ status: 'failed', cause: asAppError(thrown).code })
  }
}

function handleLinkEvent(event: LinkEvent): void {
  emitLinkEvent(event, isUpdating)
}

/** The detector was unplugged: the worker ends the call in progress. */
function onUnplug(): void {
  const state = detectorState()
  connection?.stopRelay()
  connection?.stopWatching()
  void deviceWorker?.api.markDisconnected()
  // Its `opened` stays true until it is closed.
  void connection?.device.close().catch(() => {})
  stopAwaitingReturn = connection?.awaitReturn() ?? stopAwaitingReturn
  connection = null
  setDetector({ status: 'lost', identity: state.status === 'connected' ? state.identity : null })
}

async function closeConnection(): Promise<void> {
  if (connection === null) return
  const { device, stopRelay, stopWatching } = connection
  connection = null
  stopWatching()
  await probing
  const worker = deviceWorker
  if (worker !== null) {
    const isDisconnectSent = await withExchangeLock(async () => {
      await Promise.race([worker.api.disconnect(), worker.crashed]).catch(() => {})
      return true
    })
    // Another tab is running an update, so this tab must not send anything.
    if (isDisconnectSent === null) await Promise.race([worker.api.markDisconnected(), worker.crashed]).catch(() => {})
  }
  stopRelay()
  // Fails for a device that has just restarted.
  await device.close().catch(() => {})
}

function startDeviceWorker(): DeviceWorker {
  return openDeviceWorker(new Worker(new URL('../../../workers/device.worker.ts', import.meta.url), { type: 'module' }), onCrash)
}

function onCrash({ code }: AppError): void {
  deviceWorker = null
  void closeConnection()
  setDetector({ status: 'failed', cause: code })
}
