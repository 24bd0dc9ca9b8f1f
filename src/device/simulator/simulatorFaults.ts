/** What a simulated detector says about itself, and its faults. Only data and seeded randomness; simulator.ts applies them. */
import type { Command } from '../protocol/frames.ts'
import type { DetectorAccessory } from '../detector.ts'

export const refusals = ['noRule', 'inUse'] as const

export type SimulatorFaults = {
  /** Time from a request to its reply. */
  readonly latencyMs: number
  /** The share of exchanges in which the request or the reply is lost. All shares are 0 to 1. */
  readonly lostShare: number
  readonly corruptShare: number
  /** The share of replies that arrive twice. */
  readonly duplicateShare: number
  /** The share of replies that arrive 0.3 to 1.5 s late. */
  readonly lateShare: number
  /** The share of requests that are echoed before their reply; `true` means all. */
  readonly echo: boolean | number
  /** The detector is unplugged once, at the request to program this chunk (from 0), or the first chunk from this percentage on (0 to 100). */
  readonly unplugAtChunk: number | null
  readonly unplugAtPercent: number | null
  readonly unplugDuringErase: boolean
  /** From this percentage on (0 to 100) the browser passes nothing on, until the detector is opened again. */
  readonly loseHandleAtPercent: number | null
  readonly unplugBeforeComplete: boolean
  /** Leaves after select target, and comes back as a device that has to be chosen once more, until its application starts. */
  readonly jumpsAway: boolean
  /** Another browser is updating the detector: its replies arrive here too. */
  readonly otherUpdate: boolean
  /** It has a second interface, found before the one that answers. */
  readonly mutedInterface: boolean
  readonly numberedReports: boolean
  /** The browser asks nobody: HID devices are forbidden. */
  readonly forbidden: boolean
  /** Why the browser cannot open it: Linux has no rule for it, or another program uses it. */
  readonly refusesOpen: (typeof refusals)[number] | null
  /** Replies to this command with an error status and does nothing. */
  readonly badStatusAt: Command | null
  /** The erase stops at 40 percent. */
  readonly stallErase: boolean
  /** Sends a message of unknown type instead of the reply to this command, or once, when this is set, if `idle`. */
  readonly unknownMessageAt: Command | 'idle' | null
  /** After disconnect, the new application does not start. */
  readonly failReboot: boolean
  /** For this long after plugging in, the operating system refuses sends. */
  readonly refuseSendsMs: number
  readonly eraseMs: number
  readonly seed: number
  readonly serialNumber: string
  readonly productTypeId: number
  readonly materialVersion: number
  /** The number that the detector sends. */
  readonly language: number
  readonly batteryPercent: number | null
  readonly accessories: readonly DetectorAccessory[]
}

/** The detector of the demo data, without faults, at the pace of full-speed USB. */
export const noFaults: SimulatorFaults = {
  latencyMs: 2,
  lostShare: 0,
  corruptShare: 0,
  duplicateShare: 0,
  lateShare: 0,
  echo: false,
  unplugAtChunk: null,
  unplugAtPercent: null,
  unplugDuringErase: false,
  loseHandleAtPercent: null,
  unplugBeforeComplete: false,
  jumpsAway: false,
  otherUpdate: false,
  mutedInterface: false,
  numberedReports: false,
  forbidden: false,
  refusesOpen: null,
  badStatusAt: null,
  stallErase: false,
  unknownMessageAt: null,
  failReboot: false,
  refuseSendsMs: 0,
  eraseMs: 1_200,
  seed: 1,
  serialNumber: '0A1B2C3D4E',
  productTypeId: 6,
  materialVersion: 3,
  language: 1,
  batteryPercent: 87,
  accessories: [
    { serialNumber: 'C011A00001', accessoryTypeId: 127 },
    { serialNumber: 'C011A00002', accessoryTypeId: 127 },
    // Not a coil: the app does not show it.
    { serialNumber: 'EA12900003', accessoryTypeId: 42 },
  ],
}

/** Resets all faults that unplug: each of them unplugs the detector only once. */
export const notUnplugged = {
  unplugAtChunk: null,
  unplugAtPercent: null,
  unplugDuringErase: false,
  unplugBeforeComplete: false,
} as const satisfies Partial<SimulatorFaults>

/** Random numbers from 0 to 1 (excluded), the same for the same seed (mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
