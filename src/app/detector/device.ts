/**
 * Connects the page to a detector, real or simulated, and runs updates on it. Only this file knows the device worker. Frames pass through
 * hidRelay.ts; nothing here runs for each frame, and React renders at most five times a second.
 */
import * as Comlink from 'comlink'
import type { HidDevice } from '../../device/hidDevice.ts'
import type { LinkEvent } from '../../device/link/transport.ts'
import type { ProbeOutcome } from '../../device/link/linkQuality.ts'
import type { SimulatorFaults } from '../../device/simulator/simulatorFaults.ts'
import type { Recording } from '../../device/recorder/recording.ts'
import type { ConnectOutcome } from '../../device/update/connect.ts'
import type { UpdateOutcome, UpdateState } from '../../device/update/updateState.ts'
import { AppError, asAppError } from '../../errors.ts'
import { createPacer } from '../browser/pacer.ts'
import { untilNoUpdateRuns, withExchangeLock, withUpdateLock } from './detectorLock.ts'
import { detectorState, isOtherConnected, type LossCause, setDetector, setDetectorUntil } from './detectorStore.ts'
import { type DeviceWorker, openDeviceWorker } from './deviceWorker.ts'
import { relayFrames } from './hidRelay.ts'
import { watchSends } from './sendWatch.ts'
import { emitLinkEvent, resetBadChecksum } from './linkEvents.ts'
import { guardUpdate } from '../browser/pageGuards.ts'
import { workerClock } from '../browser/workerTimers.ts'
import { type Answers, countPlugged, rememberPlugged } from './pluggedDetectors.ts'
import { isMilestone, notStarted } from './updateStates.ts'
import { allowedDetectors, browserPort, chooseByBrowser, openDetector, type Port, watchPlug, watchPorts, watchUnplug } from './webHid.ts'

export { type DetectorState, useDetector } from './detectorStore.ts'
export { onLinkEvent } from './linkEvents.ts'
export { isWebHidSupported } from './webHid.ts'

/** Keeps a reference to the device while it is used: WebHID drops devices that nothing refers to. */
type OpenConnection = {
  readonly port: Port
  readonly device: HidDevice
  readonly stopRelay: () => void
  readonly stopWatching: () => void
}

/** The interfaces of one detector are plugged in one after the other. */
const interfacesMs = 300

let connection: OpenConnection | null = null
let candidates: ReadonlyMap<string, HidDevice> = new Map()
let deviceWorker: DeviceWorker | null = null
let isUpdating = false
/** The probe under way: no other request may be sent meanwhile. */
let probing: Promise<unknown> = Promise.resolve()
let stopAwaitingReturn = () => {}
let stopWatchingChoice = () => {}
/** How the connection before was lost; null once there is another one. */
let lastLoss: LossCause | null = null
/** What the browser had lost could not be opened again: it has to be chosen. */
let mustChoose = false
/** Where the last detector was connected. */
let lastPort: Port | null = null

/**
 * Connects the detector that was allowed before, or shows the browser's chooser; needs a click. Closing the chooser changes nothing. Where more
 * than one detector answers, the state becomes `choosing`. Failures are states. Ignored while this page runs an update. `serialNumber`: of the
 * detector that is meant; the chooser is shown where another one is connected, because the allowed one may be that.
 */
export function connectDetector(serialNumber?: string): Promise<void> {
  const isOther = serialNumber !== undefined && isOtherConnected(serialNumber)
  return connectAt(browserPort, isOther)
}

/** Connects the candidate with this key; needs the state `choosing`. */
export async function chooseDetector(key: string): Promise<void> {
  const device = candidates.get(key)
  if (device !== undefined && lastPort !== null) await connectOneOf(lastPort, [device])
}

/** Connects again: the simulated detector if it was connected last, else a real one. */
export function reconnectDetector(): Promise<void> {
  return connectAt(() => lastPort ?? browserPort())
}

/** As `reconnectDetector`, but always by the chooser, which a detector needs that has come back as another device. */
export function chooseDetectorAgain(): Promise<void> {
  return connectAt(() => lastPort ?? browserPort(), true)
}

/** Connects the simulated detector, with these faults too, and makes it `window.simulatedDetector`. */
export async function connectSimulatedDetector(faults: Partial<SimulatorFaults> = {}): Promise<void> {
  const { simulatedPort } = await import('./simulatedDetector.ts')
  window.simulatedDetector?.set(faults)
  await connectAt(() => simulatedPort)
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
    return asLost(await Promise.race([api.update({ image, serialNumber }, Comlink.proxy(pace)), crashed]))
  } catch (thrown) {
    return notStarted(asAppError(thrown).code, image)
  } finally {
    release()
  }
}

/** The worker knows no more than that the connection is gone. */
function asLost(outcome: UpdateOutcome): UpdateOutcome {
  const isLoss = outcome.phase === 'failed' && outcome.cause === 'device.disconnected.error' && lastLoss !== null
  return isLoss ? { ...outcome, cause: lastLoss ?? outcome.cause } : outcome
}

async function connectAt(findPort: () => Port, isChosenAnew = mustChoose): Promise<void> {
  if (isUpdating) return
  try {
    const port = findPort()
    const wasLost = lastLoss === 'device.handle.lost.error'
    const allowed = isChosenAnew ? [] : await allowedDetectors(port.bus)
    if (allowed.length === 0) return await connectChosen(port)
    await connectOneOf(port, allowed)
    if (!wasLost || detectorState().status === 'connected') return
    mustChoose = true
    // Without effect where the click is too long ago: then the next one shows the chooser.
    await connectChosen(port).catch(() => {})
  } catch (thrown) {
    // WebHID itself refused: a policy of the page, or no click just before.
    setDetector({ status: 'failed', cause: thrown instanceof AppError ? thrown.code : 'device.open.error' })
  }
}

async function connectChosen(port: Port): Promise<void> {
  const chosen = await chooseByBrowser(port.bus)
  if (chosen.length > 0) await connectOneOf(port, chosen)
}

/** Connects the one that answers: several are the interfaces of one detector, or several detectors, of which the person chooses. */
async function connectOneOf(port: Port, devices: readonly HidDevice[]): Promise<void> {
  if (detectorState().status === 'connecting' || isUpdating) return
  stopAwaitingReturn()
  stopWatchingChoice()
  setDetector({ status: 'connecting' })
  lastPort = port
  lastLoss = null
  try {
    await closeConnection()
    const [only, ...others] = devices
    const outcome = await withExchangeLock(() => (only !== undefined && others.length === 0 ? ask(port, only) : askEach(port, devices)))
    if (outcome === null) {
      // The refusal goes with the update that caused it.
      void setDetectorUntil({ status: 'failed', cause: 'device.updating.error' }, untilNoUpdateRuns())
    } else if (outcome === 'choosing') {
      offerChoice(port)
    } else if (outcome.isConnected) {
      const { identity, accessories } = outcome
      if (connection === null) return
      mustChoose = false
      setDetector({ status: 'connected', isSimulated: port.isSimulated, label: connection.device.productName, identity, accessories })
    } else if (outcome.cause === 'device.unknown.message.error') {
      handleLinkEvent('unknownMessage')
    } else if (detectorState().status === 'connecting') {
      // A detector that somebody else updates is left without a word.
      await (outcome.cause === 'device.busy.error' ? leave() : closeConnection())
      setDetector({ status: 'failed', cause: outcome.cause })
    }
  } catch (thrown) {
    setDetector({ status: 'failed', cause: asAppError(thrown).code })
  }
}

/** Opens it and asks what it is. It stays open. */
async function ask(port: Port, device: HidDevice, isQuick = false, answers: Answers = new Map()): Promise<ConnectOutcome> {
  await openDetector(port, device)
  await rememberPlugged(answers)
  const { api, frames, crashed } = (deviceWorker ??= startDeviceWorker())
  const isListed = async () => (await port.bus.getDevices()).includes(device)
  const stopRelay = relayFrames(
    device,
    frames,
    watchSends(workerClock, isListed, () => onHandleLost(device)),
  )
  const stopWatching = watchUnplug(port.bus, device, () => onLoss('device.disconnected.error'))
  connection = { port, device, stopRelay, stopWatching }
  await Promise.race([api.attach(Comlink.proxy(handleLinkEvent)), crashed])
  return Promise.race([api.connect(isQuick), crashed])
}

/** Asks each who it is. Interfaces with one serial number are one detector, and one that cannot be opened or does not answer is none. */
async function askEach(port: Port, devices: readonly HidDevice[]): Promise<ConnectOutcome | 'choosing'> {
  let refusal: ConnectOutcome | null = null
  for (const isQuick of [true, false]) {
    const answers = new Map<HidDevice, string | null>()
    for (const device of devices) {
      const outcome = await ask(port, device, isQuick).catch((thrown: unknown) => refusalOf(thrown))
      answers.set(device, outcome.isConnected ? outcome.identity.serialNumber : null)
      if (!outcome.isConnected) refusal ??= outcome
      await leave()
    }
    const found = new Map([...answers].flatMap(([device, serialNumber]) => (serialNumber === null ? [] : [[serialNumber, device]])))
    candidates = found
    const [only] = found.values()
    if (only !== undefined) return found.size > 1 ? 'choosing' : ask(port, only, false, answers)
  }
  return refusal ?? { isConnected: false, cause: 'device.no.reply.error' }
}

function refusalOf(thrown: unknown): ConnectOutcome {
  return { isConnected: false, cause: asAppError(thrown).code }
}

/** Of the `candidates`. Once another one is plugged in or out, they are asked again: it may be the only one that is left. */
function offerChoice(port: Port): void {
  const shown = [...candidates].map(([serialNumber, { productName }]) => ({ key: serialNumber, label: productName, serialNumber }))
  setDetector({ status: 'choosing', candidates: shown })
  stopWatchingChoice = watchPorts(port.bus, () => void lookAgain(port))
}

async function lookAgain(port: Port): Promise<void> {
  if (detectorState().status !== 'choosing') return
  const left = await allowedDetectors(port.bus)
  if (left.length > 0) await connectOneOf(port, left)
  else setDetector({ status: 'absent' })
}

/** Connects the detector again once it is plugged in. Returns how to stop waiting. */
function awaitReturn(port: Port): () => void {
  const returned: HidDevice[] = []
  let cancel: (() => void) | undefined
  const stop = watchPlug(port.bus, (device) => {
    returned.push(device)
    cancel?.()
    cancel = workerClock.schedule(interfacesMs, () => void connectOneOf(port, returned))
  })
  return () => {
    cancel?.()
    stop()
  }
}

function handleLinkEvent(event: LinkEvent): void {
  emitLinkEvent(event, isUpdating)
}

function onHandleLost(device: HidDevice): void {
  if (connection?.device === device) onLoss('device.handle.lost.error')
}

/** The worker ends the call in progress. */
function onLoss(cause: LossCause): void {
  const state = detectorState()
  lastLoss = cause
  connection?.stopRelay()
  connection?.stopWatching()
  void deviceWorker?.api.markDisconnected()
  // Its `opened` stays true until it is closed.
  void connection?.device.close().catch(() => {})
  if (connection !== null) stopAwaitingReturn = awaitReturn(connection.port)
  connection = null
  setDetector({ status: 'lost', cause, identity: state.status === 'connected' ? state.identity : null })
}

/** Closes the connection without a word to the detector. */
async function leave(): Promise<void> {
  if (connection === null) return
  const { device, stopRelay, stopWatching } = connection
  connection = null
  stopWatching()
  stopRelay()
  if (deviceWorker !== null) await Promise.race([deviceWorker.api.markDisconnected(), deviceWorker.crashed])
  await device.close().catch(() => {})
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
