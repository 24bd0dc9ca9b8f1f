/** Which detectors are plugged in, and which of them came after the connected one. Knows no frames. */
import { allowedDetectors, isWebHidSupported } from './webHid.ts'

let atConnection: ReadonlySet<HIDDevice> = new Set()

export type PluggedDetectors = {
  /** Allowed detectors that are plugged in, without the simulated one. */
  readonly pluggedDetectors: number
  /** Those of them that were not there when the detector was connected: nobody has said which one is meant. */
  readonly addedDetectors: number
}

/** Called while a detector is connected. */
export async function rememberPlugged(): Promise<void> {
  atConnection = new Set(await readPlugged())
}

export async function countPlugged(): Promise<PluggedDetectors> {
  const plugged = await readPlugged()
  return { pluggedDetectors: plugged.length, addedDetectors: plugged.filter((device) => !atConnection.has(device)).length }
}

/** Calls `onChange` when a device is plugged in or unplugged. Returns how to stop. */
export function watchPlugged(onChange: () => void): () => void {
  if (!isWebHidSupported()) return () => {}
  const { hid } = navigator
  hid.addEventListener('connect', onChange)
  hid.addEventListener('disconnect', onChange)
  return () => {
    hid.removeEventListener('connect', onChange)
    hid.removeEventListener('disconnect', onChange)
  }
}

async function readPlugged(): Promise<readonly HIDDevice[]> {
  return isWebHidSupported() ? allowedDetectors() : []
}
