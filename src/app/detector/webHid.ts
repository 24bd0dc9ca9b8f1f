/** Finds, opens and watches real detectors through WebHID. Knows no frames. */
import { vendorId } from '../../device/protocol/frames.ts'
import type { HidDevice } from '../../device/hidDevice.ts'
import { AppError } from '../../errors.ts'

export function isWebHidSupported(): boolean {
  return 'hid' in navigator
}

/** Detectors that are plugged in and that this page may use already. */
export async function allowedDetectors(): Promise<HIDDevice[]> {
  const devices = await navigator.hid.getDevices()
  return devices.filter((device) => device.vendorId === vendorId && speaksBothWays(device))
}

/** How many detectors are plugged in that this page may use, the simulated one not counted. */
export async function countPluggedDetectors(): Promise<number> {
  return isWebHidSupported() ? (await allowedDetectors()).length : 0
}

/** Shows the browser's chooser; null when it is closed without a choice. Needs a click just before. */
export async function chooseByBrowser(): Promise<HIDDevice | null> {
  // One detector may come as several devices, one for each of its interfaces.
  const interfaces = await navigator.hid.requestDevice({ filters: [{ vendorId }] })
  return interfaces.find(speaksBothWays) ?? interfaces[0] ?? null
}

/**
 * Opens, or leaves open. Throws `device.permission.denied.error` where Linux lacks a udev rule, `device.in.use.error` where another
 * program keeps the device to itself, else `device.open.error`.
 */
export async function openDetector(device: HidDevice): Promise<void> {
  if (device.opened) return
  try {
    await device.open()
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : ''
    // Two opens raced and the other one won.
    if (name === 'InvalidStateError' && device.opened) return
    if (name !== 'NotAllowedError') throw new AppError('device.open.error', { cause: thrown })
    throw new AppError(isLinux() ? 'device.permission.denied.error' : 'device.in.use.error', { cause: thrown })
  }
}

/** Calls `onUnplug` when USB loses this device. The device itself goes on saying that it is open. */
export function watchUnplug(device: HidDevice, onUnplug: () => void): () => void {
  function onDisconnect(event: HIDConnectionEvent): void {
    if (event.device === device) onUnplug()
  }
  navigator.hid.addEventListener('disconnect', onDisconnect)
  return () => navigator.hid.removeEventListener('disconnect', onDisconnect)
}

/** Calls `onPlug` when a detector is plugged in that this page may use already. */
export function watchPlug(onPlug: (device: HIDDevice) => void): () => void {
  function onConnect({ device }: HIDConnectionEvent): void {
    if (device.vendorId === vendorId && speaksBothWays(device)) onPlug(device)
  }
  navigator.hid.addEventListener('connect', onConnect)
  return () => navigator.hid.removeEventListener('connect', onConnect)
}

function speaksBothWays({ collections }: HIDDevice): boolean {
  return collections.some(({ inputReports = [], outputReports = [] }) => inputReports.length > 0 && outputReports.length > 0)
}

function isLinux(): boolean {
  return /Linux/.test(navigator.userAgent)
}
