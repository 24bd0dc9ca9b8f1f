/** Finds, opens and watches detectors by WebHID, the browser's or the simulated one. Knows no frames. */
import type { HidBus, HidConnection, HidDevice } from '../../device/hidDevice.ts'
import { reportId, vendorId } from '../../device/protocol/hidReport.ts'
import { AppError } from '../../errors.ts'
import { createStoredItem } from '../browser/storedItem.ts'

/** Where detectors are plugged in. */
export type Port = {
  readonly bus: HidBus
  readonly isSimulated: boolean
  /** Whether this browser has opened a detector before: then the system lets it. */
  readonly hasOpened: { readonly get: () => string | null; readonly set: (text: string) => void }
}

/** In less time than this nobody closes the chooser: it was not shown. */
const shortestChoiceMs = 300

/** Since they were opened last. What the browser takes from the page leaves without an event. */
const unplugged = new WeakSet<HidDevice>()

/** Remembers from now on which of its devices were unplugged. */
export function watchedPort(port: Port): Port {
  // However often: a listener is added once.
  port.bus.addEventListener('disconnect', noteUnplug)
  return port
}

function noteUnplug({ device }: HidConnection): void {
  unplugged.add(device)
}

/** Throws where the browser has no WebHID. */
export function browserPort(): Port {
  return watchedPort({ bus: navigator.hid, isSimulated: false, hasOpened: createStoredItem('fieldport.hasOpenedDetector') })
}

export function isWebHidSupported(): boolean {
  return 'hid' in navigator
}

/** Detectors that are plugged in and that the person has allowed before: one `HidDevice` for each interface that can be the right one. */
export async function allowedDetectors(bus: HidBus): Promise<HidDevice[]> {
  const devices = await bus.getDevices()
  return devices.filter((device) => device.vendorId === vendorId && isSpoken(device))
}

/**
 * Shows the browser's chooser; the interfaces of the chosen detector, or none if it is closed without a choice. Needs a click just before.
 * Throws `device.forbidden.error` where the browser answers by itself, and `device.numbered.reports.error`.
 */
export async function chooseByBrowser(bus: HidBus): Promise<readonly HidDevice[]> {
  const wasShown = watchChooser()
  const chosen = await bus.requestDevice({ filters: [{ vendorId }] })
  const isShown = wasShown()
  if (chosen.length === 0 && !isShown) throw new AppError('device.forbidden.error')
  const spoken = chosen.filter(isSpoken)
  if (spoken.length > 0) return spoken
  if (chosen.some((device) => hasReports(device, () => true))) throw new AppError('device.numbered.reports.error')
  return chosen.slice(0, 1)
}

/** The chooser takes the page's focus, and a person needs time. Returns whether either was so. */
function watchChooser(): () => boolean {
  const startedAtMs = performance.now()
  const blurred = new AbortController()
  addEventListener('blur', () => blurred.abort(), { once: true, signal: blurred.signal })
  return () => {
    const isShown = blurred.signal.aborted || performance.now() - startedAtMs >= shortestChoiceMs
    blurred.abort()
    return isShown
  }
}

/**
 * Opens a device that is not open yet. Throws `device.disconnected.error` if it was unplugged, `device.handle.lost.error` if the browser has
 * taken it away, `device.permission.denied.error` if Linux has no udev rule for it, `device.in.use.error` if another program uses it, else
 * `device.open.error`.
 */
export async function openDetector({ bus, hasOpened }: Port, device: HidDevice): Promise<void> {
  if (device.opened) return
  try {
    await device.open()
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : ''
    // Another call opened it meanwhile.
    if (name === 'InvalidStateError' && device.opened) return
    if (!(await bus.getDevices()).includes(device)) {
      throw new AppError(unplugged.has(device) ? 'device.disconnected.error' : 'device.handle.lost.error', { cause: thrown })
    }
    if (name !== 'NotAllowedError') throw new AppError('device.open.error', { cause: thrown })
    const hasRule = !isLinux() || hasOpened.get() !== null
    throw new AppError(hasRule ? 'device.in.use.error' : 'device.permission.denied.error', { cause: thrown })
  }
  unplugged.delete(device)
  if (hasOpened.get() === null) hasOpened.set('yes')
}

/** Calls `onUnplug` when this device is unplugged; its own `opened` stays true. Returns how to stop. */
export function watchUnplug(bus: HidBus, device: HidDevice, onUnplug: () => void): () => void {
  return watch(bus, 'disconnect', (gone) => {
    if (gone === device) onUnplug()
  })
}

/** Calls `onChange` when a detector is plugged in or out. Returns how to stop. */
export function watchPorts(bus: HidBus, onChange: () => void): () => void {
  const stops = (['connect', 'disconnect'] as const).map((type) => watch(bus, type, onChange))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls `onPlug` when a detector that was allowed before is plugged in, for each of its interfaces. Returns how to stop. */
export function watchPlug(bus: HidBus, onPlug: (device: HidDevice) => void): () => void {
  return watch(bus, 'connect', (device) => {
    if (device.vendorId === vendorId && isSpoken(device)) onPlug(device)
  })
}

function watch(bus: HidBus, type: 'connect' | 'disconnect', onDevice: (device: HidDevice) => void): () => void {
  const listener = ({ device }: HidConnection): void => onDevice(device)
  bus.addEventListener(type, listener)
  return () => bus.removeEventListener(type, listener)
}

/** Whether it takes and gives reports as docs/device-protocol.md has them: without numbers. */
function isSpoken(device: HidDevice): boolean {
  return hasReports(device, (id) => id === reportId)
}

function hasReports({ collections }: HidDevice, isMeant: (id: number) => boolean): boolean {
  return collections.some(({ inputReports = [], outputReports = [] }) =>
    [inputReports, outputReports].every((reports) => reports.some(({ reportId: id = 0 }) => isMeant(id))),
  )
}

function isLinux(): boolean {
  return /Linux/.test(navigator.userAgent)
}
