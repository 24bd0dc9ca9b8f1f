/** What is checked before the first erase, and how it is judged. Data in, verdicts out: knows no browser, no detector and no words. */
import type { LinkQuality } from '../../../../device/link/linkQuality.ts'
import type { ErrorCode } from '../../../../errors.ts'

export type CheckFacts = {
  readonly isWebHidSupported: boolean
  readonly isConnected: boolean
  /** Detectors that this page may use and that are plugged in. */
  readonly pluggedDetectors: number
  /** What answers now is the detector that the page shows; null where nothing answered. */
  readonly isSameDetector: boolean | null
  /** The model that answers is the one the firmware was offered for. */
  readonly isRightModel: boolean
  /** The file is here, whole, and has the published SHA-256; null while it has not been fetched. */
  readonly isFileGood: boolean | null
  readonly detectorBatteryPercent: number | null
  /** Null where the browser does not tell, or there is none. */
  readonly computerBattery: { readonly percent: number; readonly isCharging: boolean } | null
  readonly canKeepAwake: boolean
  readonly isOtherTabUpdating: boolean
  /** False of a detector that was erased: it does not start as it is, so an update can only make it better. */
  readonly hasFirmware: boolean
  /** Null where it was not looked at, for another tab's update. */
  readonly link: LinkQuality | { readonly cause: ErrorCode } | null
}

/** `warned` may go on; `refused` may not; `later` is looked at when the update begins. */
export type Verdict = 'passed' | 'warned' | 'refused' | 'later'
export type Check = { readonly name: CheckName; readonly verdict: Verdict }

/** Below this a detector may switch off before the update has ended. */
export const lowBatteryPercent = 30
const emptyBatteryPercent = 15
const lowComputerPercent = 20
const emptyComputerPercent = 7
/** With five resends a 512 KiB image ends well 19 times in 20 at this share of faults, and the odds fall fast above it. */
const worstFaultShare = 0.13

/** In the order shown. */
export const checkNames = [
  'browser',
  'permission',
  'detector',
  'model',
  'file',
  'detectorBattery',
  'computerBattery',
  'awake',
  'alone',
  'link',
] as const
export type CheckName = (typeof checkNames)[number]

/** Every check with its verdict, in the order shown. The computer's battery is left out where it is not known. */
export function evaluateChecks(facts: CheckFacts): Check[] {
  const verdicts: Readonly<Record<CheckName, Verdict | null>> = {
    browser: facts.isWebHidSupported ? 'passed' : 'refused',
    permission: facts.isConnected ? 'passed' : 'refused',
    detector: detectorVerdict(facts),
    model: facts.isRightModel ? 'passed' : 'refused',
    file: fileVerdict(facts.isFileGood),
    detectorBattery: batteryVerdict(facts.detectorBatteryPercent),
    computerBattery: computerVerdict(facts.computerBattery),
    awake: facts.canKeepAwake ? 'passed' : 'warned',
    alone: aloneVerdict(facts),
    link: linkVerdict(facts),
  }
  return checkNames.flatMap((name) => {
    const verdict = verdicts[name]
    return verdict === null ? [] : [{ name, verdict }]
  })
}

export function isRefused(checks: readonly Check[]): boolean {
  return checks.some(({ verdict }) => verdict === 'refused')
}

function detectorVerdict({ isSameDetector, pluggedDetectors }: CheckFacts): Verdict {
  if (isSameDetector === false) return 'refused'
  return pluggedDetectors > 1 ? 'warned' : 'passed'
}

function fileVerdict(isFileGood: boolean | null): Verdict {
  if (isFileGood === null) return 'later'
  return isFileGood ? 'passed' : 'refused'
}

/** A detector that does not know its battery is not kept from its update. */
function batteryVerdict(percent: number | null): Verdict {
  if (percent === null) return 'warned'
  if (percent < emptyBatteryPercent) return 'refused'
  return percent < lowBatteryPercent ? 'warned' : 'passed'
}

function computerVerdict(battery: CheckFacts['computerBattery']): Verdict | null {
  if (battery === null) return null
  if (battery.isCharging || battery.percent >= lowComputerPercent) return 'passed'
  return battery.percent < emptyComputerPercent ? 'refused' : 'warned'
}

function aloneVerdict({ isOtherTabUpdating, link }: CheckFacts): Verdict {
  if (isOtherTabUpdating) return 'refused'
  return link !== null && 'foreignFrames' in link && link.foreignFrames > 0 ? 'warned' : 'passed'
}

function linkVerdict({ link, isConnected, hasFirmware }: CheckFacts): Verdict {
  if (link === null) return 'later'
  if ('cause' in link || link.faultShare > worstFaultShare) return hasFirmware || !isConnected ? 'refused' : 'warned'
  return link.faultShare > 0 ? 'warned' : 'passed'
}
