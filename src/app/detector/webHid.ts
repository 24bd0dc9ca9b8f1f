/** Finds, opens and watches real detectors through WebHID. Knows no frames. */
import { vendorId } from '../../device/protocol/hidReport.ts'
import type { HidDevice } from '../../device/hidDevice.ts'
import { AppError } from '../../errors.ts'

export function isWebHidSupported(): boolean {
  return 'hid' in navigator
}

/** Detectors that are plugged in and that the person has allowed before. */
export async function allowedDetectors(): Promise<HIDDevice[]> {
  const devices = await navigator.hid.getDevices()
  return devices.filter((device) => device.vendorId === vendorId && hasInputAndOutput(device))
}

/** Shows the browser's chooser; null if it is closed without a choice. Needs a click just before. */
export async function chooseByBrowser(): Promise<HIDDevice | null> {
  // One detector can be listed as several devices, one for each of its interfaces.
  const interfaces = await navigator.hid.requestDevice({ filters: [{ vendorId }] })
  return interfaces.find(hasInputAndOutput) ?? interfaces[0] ?? null
}

/**
 * Opens a device that is not open yet. Throws `device.permission.denied.error` if Linux has no udev rule for it, `device.in.use.error` if
 * another program uses it exclusively, else `device.open.error`.
 */
export async function openDetector(device: HidDevice): Promise<void> {
  if (device.opened) return
  try {
    await device.open()
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : ''
    // Another call opened it meanwhile.
    if (name === 'InvalidStateError' && device.opened) return
    if (name !== 'NotAllowedError') throw new AppError('device.open.error', { cause: thrown })
    throw new AppError(isLinux() ? 'device.permission.denied.error' : 'device.in.use.error', { cause: thrown })
  }
}

/** Calls `onUnplug` when this device is unplugged; its own `opened` stays true. Returns how to stop. */
export function watchUnplug(device: HidDevice, onUnplug: () => void): () => void {
  function onDisconnect(event: HIDConnectionEvent): void {
    if (event.device === device) onUnplug()
  }
  navigator.hid.addEventListener('disconnect', onDisconnect)
  return () => navigator.hid.removeEventListener('disconnect', onDisconnect)
}

/** Calls `onPlug` when a detector that was allowed before is plugged in. Returns how to stop. */
export function watchPlug(onPlug: (device: HIDDevice) => void): () => void {
  function onConnect({ device }: HIDConnectionEvent): void {
    if (device.vendorId === vendorId && hasInputAndOutput(device)) onPlug(device)
  }
  navigator.hid.addEventListener('connect', onConnect)
  return () => navigator.hid.removeEventListener('connect', onConnect)
}

function hasInputAndOutput({ collections }: HIDDevice): boolean {
  return collections.some(({ inputReports = [], outputReports = [] }) => inputReports.length > 0 && outputReports.length > 0)
}

function isLinux(): boolean {
  return /Linux/.test(navigator.userAgent)
}
