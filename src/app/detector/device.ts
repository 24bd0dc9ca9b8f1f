/**
 * Connects the page to a detector, real or simulated, and runs updates on it: what is asked of connection.ts, and which state follows. React
 * renders at most five times a second.
 */
import type { HidDevice } from '../../device/hidDevice.ts'
import type { LinkEvent } from '../../device/link/transport.ts'
import type { ProbeOutcome } from '../../device/link/linkQuality.ts'
import type { SimulatorFaults } from '../../device/simulator/simulatorFaults.ts'
import type { Recording } from '../../device/recorder/recording.ts'
import type { ConnectOutcome } from '../../device/update/connect.ts'
import type { UpdateOutcome, UpdateState } from '../../device/update/updateState.ts'
import { AppError, asAppError, type ErrorCode } from '../../errors.ts'
import { createPacer } from '../browser/pacer.ts'
import { closeConnection, leave, openConnection, openDevice, probeConnection, recordingOfLink, runOnDetector } from './connection.ts'
import { untilNoUpdateRuns, withExchangeLock, withUpdateLock } from './detectorLock.ts'
import { detectorState, isOtherConnected, type LossCause, setDetector, setDetectorUntil } from './detectorStore.ts'
import { emitLinkEvent, resetBadChecksum } from './linkEvents.ts'
import { guardUpdate } from '../browser/pageGuards.ts'
import { workerClock } from '../browser/workerTimers.ts'
import { type Answers, countPlugged, rememberPlugged } from './pluggedDetectors.ts'
import { isMilestone, notStarted } from './updateStates.ts'
import { allowedDetectors, browserPort, chooseByBrowser, type Port, watchPlug, watchPorts } from './webHid.ts'

export { type DetectorState, useDetector } from './detectorStore.ts'
export { onLinkEvent } from './linkEvents.ts'
export { isWebHidSupported } from './webHid.ts'

/** The interfaces of one detector are plugged in one after the other. */
const interfacesMs = 300

let candidates: ReadonlyMap<string, HidDevice> = new Map()
let isUpdating = false
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
  const outcome = await probeConnection(() => !isUpdating)
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
  const recording = await recordingOfLink()
  return recording !== null && recording.marks.length > 0 ? recording : null
}

async function runUpdate(image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void): Promise<UpdateOutcome> {
  if ((await countPlugged()).addedDetectors > 0) return notStarted('device.added.error', image)
  const release = guardUpdate()
  resetBadChecksum()
  const pace = createPacer<UpdateState>((state) => {
    // States and the outcome use different ports, so a state can arrive after the outcome.
    if (isUpdating) onState(state)
  }, isMilestone)
  try {
    return asLost((await runOnDetector({ image, serialNumber }, pace)) ?? notStarted('device.disconnected.error', image))
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
  if (chosen.length === 0) return
  await connectOneOf(port, chosen)
  const state = detectorState()
  if (state.status !== 'failed' || state.cause !== 'device.no.reply.error') return
  // The choice may allow all interfaces of a detector and name only the mute one.
  const others = (await allowedDetectors(port.bus)).filter(
    (device) => !chosen.includes(device) && device.productName === chosen[0]?.productName,
  )
  if (others.length > 0) await connectOneOf(port, others)
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
      const device = openDevice()
      if (device === null) return
      mustChoose = false
      setDetector({ status: 'connected', isSimulated: port.isSimulated, label: device.productName, identity, accessories })
    } else if (outcome.cause === 'device.unknown.message.error') {
      handleLinkEvent('unknownMessage')
    } else if (detectorState().status === 'connecting') {
      // A detector that somebody else updates is left without a word.
      await (outcome.cause === 'device.busy.error' ? leave() : closeConnection())
      fail(outcome.cause, port)
    }
  } catch (thrown) {
    fail(asAppError(thrown).code, port)
  }
}

/** One that is gone before it could be opened is lost as one that was open: it is connected again when it comes back. */
function fail(cause: ErrorCode, port: Port): void {
  if (cause === 'device.disconnected.error' || cause === 'device.handle.lost.error') onLoss(cause, port)
  else setDetector({ status: 'failed', cause })
}

async function ask(port: Port, device: HidDevice, isQuick = false, answers: Answers = new Map()): Promise<ConnectOutcome> {
  await rememberPlugged(answers)
  return openConnection(port, device, isQuick, { onLinkEvent: handleLinkEvent, onLoss, onCrash })
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

function onLoss(cause: LossCause, port: Port): void {
  const state = detectorState()
  lastLoss = cause
  stopAwaitingReturn = awaitReturn(port)
  setDetector({ status: 'lost', cause, identity: state.status === 'connected' ? state.identity : null })
}

function onCrash({ code }: AppError): void {
  setDetector({ status: 'failed', cause: code })
}
