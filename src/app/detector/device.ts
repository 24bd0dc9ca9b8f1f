/**
 * The page's way to a detector: connects one, real or simulated, and runs updates on it. The only place that knows the device worker.
 * Frames go HID event -> worker and back through hidRelay.ts; nothing here runs per frame, and React hears five times a second at most.
 */
import * as Comlink from 'comlink'
import type { HidDevice } from '../../device/hidDevice.ts'
import type { LinkEvent, ProbeOutcome, Recording, UpdateOutcome, UpdateState } from '../../device/workerApi.ts'
import { type AppError, asAppError } from '../../errors.ts'
import { createPacer } from '../browser/afterPaint.ts'
import { withExchangeLock, withUpdateLock } from './detectorLock.ts'
import { detectorState, setDetector, setUpdate } from './deviceStore.ts'
import { type DeviceWorker, talkToDeviceWorker } from './deviceWorker.ts'
import { relayFrames } from './hidRelay.ts'
import { forgetBadChecksum, tellLinkEvent } from './linkEvents.ts'
import { guardUpdate } from '../browser/pageGuards.ts'
import { isNews, notStarted } from './updateStates.ts'
import { allowedDetectors, chooseByBrowser, openDetector, watchPlug, watchUnplug } from './webHid.ts'

export { clearUpdate, type DetectorState, useDetector, useUpdate } from './deviceStore.ts'
export { onLinkEvent } from './linkEvents.ts'
export { countPluggedDetectors, isWebHidSupported } from './webHid.ts'

/** The device is held here for as long as it is used: WebHID forgets one that nobody refers to. */
type Session = {
  readonly device: HidDevice
  readonly stopRelay: () => void
  readonly stopWatching: () => void
  /** Connects the detector again when it is back; returns how to stop waiting for it. */
  readonly awaitReturn: () => () => void
}

type Found = {
  readonly device: HidDevice
  readonly label: string
  readonly isSimulated: boolean
  readonly watch: (device: HidDevice, onUnplug: () => void) => () => void
  readonly awaitReturn: () => () => void
}

let session: Session | null = null
let candidates: ReadonlyMap<string, HIDDevice> = new Map()
let deviceWorker: DeviceWorker | null = null
let isUpdating = false
/** The probe under way: nothing else may be asked meanwhile. */
let probing: Promise<unknown> = Promise.resolve()
let stopAwaiting = () => {}
let wasSimulated = false

/**
 * Connects a detector that this page may use already, or shows the browser's chooser; needs a click. Closing the chooser changes nothing.
 * With more than one allowed the state becomes `choosing`. Failures are states.
 */
export async function connectDetector(): Promise<void> {
  try {
    const allowed = await allowedDetectors()
    if (allowed.length > 1) {
      offerChoice(allowed)
      return
    }
    const device = allowed[0] ?? (await chooseByBrowser())
    if (device !== null) await connectReal(device)
  } catch {
    // WebHID itself refused: a policy of the browser's owner, or no click just before.
    setDetector({ status: 'failed', cause: 'device.open.error' })
  }
}

/** Connects one of the candidates of the state `choosing`. */
export async function chooseDetector(key: string): Promise<void> {
  const device = candidates.get(key)
  candidates = new Map()
  if (device !== undefined) await connectReal(device)
}

/** Connects the kind of detector that was connected last. */
export function reconnectDetector(): Promise<void> {
  return wasSimulated ? connectSimulatedDetector() : connectDetector()
}

/** Connects the simulated detector, and offers it as `window.simulatedDetector`. */
export async function connectSimulatedDetector(): Promise<void> {
  const { simulatedDevice, watchSimulatedPlug, watchSimulatedUnplug } = await import('./simulatedDetector.ts')
  const awaitReturn = () => watchSimulatedPlug(() => void connectSimulatedDetector())
  const label = simulatedDevice.productName
  await connectFound({ device: simulatedDevice, label, isSimulated: true, watch: watchSimulatedUnplug, awaitReturn })
}

/** How good the link to the connected detector is, and whether it is still the same one. Null while an update runs in any tab, or with none connected. */
export async function probeDetector(): Promise<ProbeOutcome | null> {
  const before = probing
  const probe = before.then(async () => {
    if (isUpdating || session === null || deviceWorker === null) return null
    const { api, crashed } = deviceWorker
    return withExchangeLock(() => Promise.race([api.probe(), crashed]))
  })
  probing = probe.catch(() => {})
  const outcome = await probe
  if (outcome?.isProbed === false && outcome.cause === 'device.unknown.message.error') hearLinkEvent('unknownMessage')
  return outcome
}

/** Says disconnect to the detector, unless another tab is updating one, and lets go of it. */
export async function disconnectDetector(): Promise<void> {
  await endSession()
  setDetector({ status: 'absent' })
}

/**
 * Writes `image` (a firmware file without its trailer) to the connected detector. One update at a time in all tabs of this origin. Never
 * rejects: how it ended is returned, and stays in `useUpdate` until `clearUpdate`. With `mustReload` the page reloads once it is recorded.
 * `serialNumber` is the detector that is meant; another one is not touched.
 */
export async function startUpdate(
  image: Uint8Array,
  serialNumber: string,
  onState: (state: UpdateState) => void = () => {},
): Promise<UpdateOutcome> {
  if (isUpdating) return notStarted('device.updating.error', image)
  const state = detectorState()
  if (state.status !== 'connected') return endUpdate(notStarted('device.disconnected.error', image))
  if (state.identity.serialNumber !== serialNumber) return endUpdate(notStarted('device.changed.error', image))
  isUpdating = true
  const outcome = await withUpdateLock(() => runUpdate(image, serialNumber, onState))
  isUpdating = false
  return endUpdate(outcome ?? notStarted('device.updating.error', image))
}

/** What the flight recorder keeps of the link used last; null where nothing was asked of any. */
export async function recordedLink(): Promise<Recording | null> {
  const recording = await deviceWorker?.api.recording()
  return recording !== undefined && recording.marks.length > 0 ? recording : null
}

async function runUpdate(image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void): Promise<UpdateOutcome> {
  await probing
  const { api, crashed } = (deviceWorker ??= startDeviceWorker())
  const release = guardUpdate()
  forgetBadChecksum()
  const pace = createPacer<UpdateState>((state) => {
    // A state may arrive after the outcome, because they come on different ports.
    if (!isUpdating) return
    setUpdate(state)
    onState(state)
  }, isNews)
  try {
    return await Promise.race([api.update({ image, serialNumber }, Comlink.proxy(pace)), crashed])
  } catch (thrown) {
    return notStarted(asAppError(thrown).code, image)
  } finally {
    release()
  }
}

function endUpdate(outcome: UpdateOutcome): UpdateOutcome {
  setUpdate(outcome)
  return outcome
}

function offerChoice(devices: readonly HIDDevice[]): void {
  candidates = new Map(devices.map((device, index) => [String(index), device]))
  const labels = devices.map(({ productName }, index) => ({ key: String(index), label: `${productName} (${index + 1})` }))
  setDetector({ status: 'choosing', candidates: labels })
}

function connectReal(device: HIDDevice): Promise<void> {
  const awaitReturn = () => watchPlug((returned) => void connectReal(returned))
  return connectFound({ device, label: device.productName, isSimulated: false, watch: watchUnplug, awaitReturn })
}

async function connectFound({ device, label, isSimulated, watch, awaitReturn }: Found): Promise<void> {
  if (detectorState().status === 'connecting' || isUpdating) return
  stopAwaiting()
  setDetector({ status: 'connecting' })
  wasSimulated = isSimulated
  try {
    await endSession()
    const outcome = await withExchangeLock(async () => {
      await openDetector(device)
      const { api, frames, crashed } = (deviceWorker ??= startDeviceWorker())
      session = { device, stopRelay: relayFrames(device, frames), stopWatching: watch(device, lose), awaitReturn }
      await Promise.race([api.attach(Comlink.proxy(hearLinkEvent)), crashed])
      return Promise.race([api.connect(), crashed])
    })
    if (outcome === null) {
      setDetector({ status: 'failed', cause: 'device.updating.error' })
    } else if (outcome.isConnected) {
      const { identity, accessories } = outcome
      setDetector({ status: 'connected', isSimulated, label, identity, accessories })
    } else if (outcome.cause === 'device.unknown.message.error') {
      hearLinkEvent('unknownMessage')
    } else if (session !== null) {
      await endSession()
      setDetector({ status: 'failed', cause: outcome.cause })
    }
  } catch (thrown) {
    setDetector({ status: 'failed', cause: asAppError(thrown).code })
  }
}

function hearLinkEvent(event: LinkEvent): void {
  tellLinkEvent(event, isUpdating)
}

/** USB lost the detector: the worker hears it and ends what it is doing. */
function lose(): void {
  const state = detectorState()
  session?.stopRelay()
  session?.stopWatching()
  void deviceWorker?.api.lose()
  // It would go on saying that it is open.
  void session?.device.close().catch(() => {})
  stopAwaiting = session?.awaitReturn() ?? stopAwaiting
  session = null
  setDetector({ status: 'lost', identity: state.status === 'connected' ? state.identity : null })
}

async function endSession(): Promise<void> {
  if (session === null) return
  const { device, stopRelay, stopWatching } = session
  session = null
  stopWatching()
  await probing
  const worker = deviceWorker
  if (worker !== null) {
    const isSaid = await withExchangeLock(async () => {
      await Promise.race([worker.api.disconnect(), worker.crashed]).catch(() => {})
      return true
    })
    // Another tab's update goes on: the link ends without a word.
    if (isSaid === null) await Promise.race([worker.api.lose(), worker.crashed]).catch(() => {})
  }
  stopRelay()
  // A device that has just restarted cannot be closed any more.
  await device.close().catch(() => {})
}

function startDeviceWorker(): DeviceWorker {
  return talkToDeviceWorker(new Worker(new URL('../../../workers/device.worker.ts', import.meta.url), { type: 'module' }), onCrash)
}

function onCrash({ code }: AppError): void {
  deviceWorker = null
  void endSession()
  setDetector({ status: 'failed', cause: code })
}
