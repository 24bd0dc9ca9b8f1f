/** What goes wrong during one update of the soak, drawn from a seed. Only data; detector.ts makes it happen. */
import { command } from './bootloader.ts'

/** Numbers from 0 to 1 (excluded), the same for the same seed (xorshift32). */
export type Random = () => number

/** Each happens once, at the first request that fits. */
export type Incident = {
  readonly at: keyof typeof command
  /** Of the image, for `program`: the first chunk from here on. */
  readonly share: number
  /** For other commands: at which such request of this update. */
  readonly nth: number
} & (
  | { readonly kind: 'pull'; readonly isHandledFirst: boolean; readonly awayMs: number }
  /** Requests are neither handled nor answered. */
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: 'refusal'; readonly times: number }
  | { readonly kind: 'unknownMessage' }
  /** The browser's handle dies without an event. */
  | { readonly kind: 'deadHandle' }
  /** Another browser's update: replies that this one has not asked for. */
  | { readonly kind: 'otherUpdate'; readonly forMs: number }
  /** After the update, the new application does not start. */
  | { readonly kind: 'failedRestart' }
)

export type FaultPlan = {
  readonly incidents: readonly Incident[]
  /** Shares of all exchanges, 0 to 1. */
  readonly lost: number
  readonly corrupted: number
  readonly duplicated: number
  readonly late: number
  readonly echoed: number
  readonly random: Random
  /** Whether Chromium remembers the detector when it is unplugged. */
  readonly hasUsbSerial: boolean
  /** It has another interface, found first, that takes every report and answers none. */
  readonly hasMutedInterface: boolean
  /** Its bootloader is another USB product: it leaves after select target, and comes back as that. */
  readonly jumps: boolean
  readonly hasNumberedReports: boolean
}

export const noFaults: FaultPlan = {
  incidents: [],
  lost: 0,
  corrupted: 0,
  duplicated: 0,
  late: 0,
  echoed: 0,
  random: () => 0.5,
  hasUsbSerial: true,
  hasMutedInterface: false,
  jumps: false,
  hasNumberedReports: false,
}

/** The requests at which something can happen. Programming takes most of an update's time, and is drawn as often as the others together. */
const moments: readonly Incident['at'][] = [
  'hello',
  'readTargetData',
  'listAccessories',
  'selectTarget',
  'waitTarget',
  'erase',
  'programComplete',
  'disconnect',
  ...Array.from({ length: 8 }, () => 'program' as const),
]
/** A connection reads the identity once, and the checks before an update thirty times. */
const identityReads = 31

export function planFaults(random: Random): FaultPlan {
  const hasUsbSerial = random() < 0.7
  const share = (most: number) => (random() < 0.5 ? 0 : random() * most)
  return {
    lost: share(0.03),
    corrupted: share(0.03),
    duplicated: share(0.05),
    late: share(0.01),
    echoed: share(0.05),
    incidents: Array.from({ length: 1 + Math.floor(random() * 3) }, () => drawIncident(random)),
    random,
    hasUsbSerial,
    // Without a serial number, Chromium allows only the interface that was chosen.
    hasMutedInterface: hasUsbSerial && random() < 0.25,
    jumps: random() < 0.25,
    hasNumberedReports: false,
  }
}

function drawIncident(random: Random): Incident {
  const at = moments[Math.floor(random() * moments.length)] ?? 'program'
  const nths = { readTargetData: identityReads, erase: 4, waitTarget: 2, listAccessories: 2 } as const
  const nth = 1 + Math.floor(random() * (at in nths ? nths[at as keyof typeof nths] : 1))
  const when = { at, share: random(), nth }
  const draw = random()
  if (draw < 0.4) return { ...when, kind: 'pull', isHandledFirst: random() < 0.5, awayMs: 200 + random() * 1_300 }
  if (draw < 0.5) return { ...when, kind: 'deadHandle' }
  if (draw < 0.58) return { ...when, at: 'readTargetData', kind: 'otherUpdate', forMs: 500 + random() * 3_500 }
  if (draw < 0.7) return { ...when, kind: 'silence', forMs: 300 + random() * 9_700 }
  if (draw < 0.88) return { ...when, kind: 'refusal', times: 1 + Math.floor(random() * 3) }
  if (draw < 0.95) return { ...when, kind: 'unknownMessage' }
  return { ...when, at: 'disconnect', nth: 1, kind: 'failedRestart' }
}
