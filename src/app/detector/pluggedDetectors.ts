/** Which detectors are plugged in, and which of them came after the connected one. Knows no frames. */
import type { HidDevice } from '../../device/hidDevice.ts'
import { allowedDetectors, isWebHidSupported, watchPorts } from './webHid.ts'

/** The serial number with which each interface has answered that was asked; null if it did not: it belongs to a detector with another one. */
export type Answers = ReadonlyMap<HidDevice, string | null>

let atConnection: ReadonlySet<HidDevice> = new Set()
let answersThen: Answers = new Map()

export type PluggedDetectors = {
  /** Allowed detectors that are plugged in, without the simulated one. */
  readonly pluggedDetectors: number
  /** Their interfaces that were not there when the detector was connected: nobody has said which one is meant. */
  readonly addedDetectors: number
}

/** Called while a detector is connected. */
export async function rememberPlugged(answers: Answers): Promise<void> {
  atConnection = new Set(await readPlugged())
  answersThen = answers
}

export async function countPlugged(): Promise<PluggedDetectors> {
  const plugged = await readPlugged()
  const detectors = new Set(plugged.map((device) => (answersThen.has(device) ? answersThen.get(device) : device)))
  detectors.delete(null)
  return { pluggedDetectors: detectors.size, addedDetectors: plugged.filter((device) => !atConnection.has(device)).length }
}

/** Calls `onChange` when a device is plugged in or unplugged. Returns how to stop. */
export function watchPlugged(onChange: () => void): () => void {
  if (!isWebHidSupported()) return () => {}
  return watchPorts(navigator.hid, onChange)
}

async function readPlugged(): Promise<readonly HidDevice[]> {
  return isWebHidSupported() ? allowedDetectors(navigator.hid) : []
}
