/** Who a simulated detector is and what goes wrong with it. Data and seeded chance only; simulator.ts makes it happen. */
import type { Command } from '../protocol/frames.ts'
import type { DetectorAccessory } from '../workerApi.ts'

export type SimulatorFaults = {
  /** From a request to its reply. */
  readonly latencyMs: number
  /** Of all requests, the share whose request or reply never arrives. All shares are 0 to 1. */
  readonly lostShare: number
  readonly corruptShare: number
  /** Replies that come twice. */
  readonly duplicateShare: number
  /** Replies that come 0.3 to 1.5 s too late. */
  readonly lateShare: number
  /** Requests that come back before their reply; `true` is all of them. */
  readonly echo: boolean | number
  /** The cable is pulled once, when this chunk (from 0) or share of the image (0 to 100) is asked for. */
  readonly unplugAtChunk: number | null
  readonly unplugAtPercent: number | null
  readonly unplugDuringErase: boolean
  readonly unplugBeforeComplete: boolean
  /** Answers this command with a status that means failure, and does not do it. */
  readonly badStatusAt: Command | null
  /** Erases no further than two fifths. */
  readonly stallErase: boolean
  /** Says something of no known type instead of the reply to this command, or once at any time. */
  readonly unknownMessageAt: Command | 'idle' | null
  /** After disconnect the new application does not start. */
  readonly failReboot: boolean
  /** For so long after plugging the system refuses what is sent. */
  readonly refuseSendsMs: number
  readonly eraseMs: number
  readonly seed: number
  readonly serialNumber: string
  readonly productTypeId: number
  readonly materialVersion: number
  /** As the detector gives it: what it means, the installation says. */
  readonly language: number
  readonly batteryPercent: number | null
  readonly accessories: readonly DetectorAccessory[]
}

/** A sound detector: the one that the demo data knows, at the pace of a full-speed USB link. */
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
  unplugBeforeComplete: false,
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
    // No coil: a connected page leaves it out.
    { serialNumber: 'EA12900003', accessoryTypeId: 42 },
  ],
}

/** A cable is pulled once: the next try finds it in place. */
export const notPulled = {
  unplugAtChunk: null,
  unplugAtPercent: null,
  unplugDuringErase: false,
  unplugBeforeComplete: false,
} as const satisfies Partial<SimulatorFaults>

/** Numbers from 0 to 1 (excluded), the same for the same seed (mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
